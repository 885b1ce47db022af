package dev.membrane.client;

import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.JsonValue;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client of a server that is here, over an engine in memory. */
abstract class ClientScenes {

  Membrane engine;

  GrpcSite site;

  MembraneClient client;

  @BeforeEach
  void open() {
    engine = Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
    site = GrpcSite.serving(engine);
    client = site.client().scope("project").build();
  }

  @AfterEach
  void close() {
    client.close();
    site.close();
    engine.close();
  }

  static EventRequest message(int number) {
    return EventRequest.builder()
        .source("ann")
        .eventKind("user_message")
        .ref("m" + number)
        .data(JsonValue.of("number " + number))
        .timestamp(Instant.parse("2026-01-15T10:00:00Z").plusSeconds(number))
        .episode("chat")
        .build();
  }

  List<String> messages() {
    List<String> refs = new ArrayList<>();
    RetrieveEpisodeRequest request = RetrieveEpisodeRequest.of("chat");
    RetrieveEpisodeAnswer page;
    do {
      page = client.retrieval().episode(request);
      page.events().forEach(event -> refs.add(event.event().ref()));
      request = request.on(PageRequest.FIRST.after(page.nextCursor()));
    } while (!page.nextCursor().isEmpty());
    return refs;
  }
}
