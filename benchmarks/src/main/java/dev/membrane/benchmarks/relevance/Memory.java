package dev.membrane.benchmarks.relevance;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.benchmarks.relevance.Conversation.Turn;
import dev.membrane.internal.text.RecordText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conversations as the engine remembers them: an event for each turn, a scope for each. */
final class Memory implements AutoCloseable {

  /** Part of what is indexed, so it should say little. */
  private static final String KIND = "turn";

  private final MemoryStore store;
  private final int limit;
  private final Map<String, String> turnOfRecord = new HashMap<>();
  private final Map<String, List<String>> textsOfConversation = new HashMap<>();

  /**
   * Remembers, without vectors.
   *
   * @param file of a new store
   * @param limit how many records are asked for
   */
  Memory(Path file, List<Conversation> conversations, int limit) {
    this.store = SqliteStore.open(file);
    this.limit = limit;
    try (Membrane membrane = Membrane.builder().store(store).build()) {
      conversations.forEach(conversation -> ingest(membrane, conversation));
    }
  }

  MemoryStore store() {
    return store;
  }

  /** What the engine indexes and embeds of each turn. */
  List<String> texts(Conversation conversation) {
    return textsOfConversation.getOrDefault(conversation.id(), List.of());
  }

  /** The engine as a method. */
  Method through(Membrane membrane) {
    return conversation ->
        question ->
            membrane.retrieval().retrieve(request(conversation, question)).records().stream()
                .map(RecordView::id)
                .map(id -> turnOfRecord.getOrDefault(id, id))
                .toList();
  }

  @Override
  public void close() {
    store.close();
  }

  private RetrieveRequest request(Conversation conversation, String question) {
    return RetrieveRequest.builder()
        .trust(TrustContext.upTo(Sensitivity.LOW, conversation.id()))
        .memoryTypes(Set.of(MemoryType.EPISODIC))
        .taskDescriptor(question)
        .limit(limit)
        .build();
  }

  private void ingest(Membrane membrane, Conversation conversation) {
    List<String> texts = new ArrayList<>();
    for (Turn turn : conversation.turns()) {
      RecordView view = membrane.ingestion().event(event(turn, conversation.id())).record();
      turnOfRecord.put(view.id(), turn.id());
      texts.add(RecordText.textOf((MemoryRecord) view));
    }
    textsOfConversation.put(conversation.id(), texts);
  }

  private static EventRequest event(Turn turn, String scope) {
    IngestOptions options = IngestOptions.NONE.scope(scope).sensitivity(Sensitivity.LOW);
    return EventRequest.builder()
        .source(turn.speaker())
        .eventKind(KIND)
        .ref(turn.id())
        .summary(turn.text())
        .options(options)
        .build();
  }
}
