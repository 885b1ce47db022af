package dev.membrane.benchmarks.relevance;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import dev.membrane.internal.text.RecordText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conversations as the engine remembers them: an event for each turn, a scope for each. */
final class EngineMemory implements AutoCloseable {

  private static final String KIND = "turn";

  /** When questions are asked, after the last turn. */
  private static final Duration ASKED_AFTER = Duration.ofHours(1);

  private final MemoryStore store;
  private final int limit;
  private final Map<String, String> turnOfRecord = new HashMap<>();
  private final Map<String, List<String>> textsOfConversation = new HashMap<>();
  private volatile Instant now = Instant.EPOCH;
  private Instant end = Instant.EPOCH;

  /**
   * Remembers, without vectors.
   *
   * @param file of a new store
   * @param limit how many records are asked for
   * @param halfLife how long it takes what was said to fade by half
   */
  EngineMemory(Path file, List<Conversation> conversations, int limit, Duration halfLife) {
    this.store = SqliteStore.open(file);
    this.limit = limit;
    String key = "episodic_half_life_seconds";
    Map<String, String> config = Map.of(key, String.valueOf(halfLife.toSeconds()));
    try (Membrane membrane = opened().config(config).build()) {
      conversations.forEach(conversation -> ingest(membrane, conversation));
    }
    end = conversations.stream().map(Conversation::end).max(Instant::compareTo).orElse(now);
  }

  /** A memory over the store, at the end of all until a conversation is asked about. */
  MembraneBuilder opened() {
    now = end;
    return Membrane.builder().store(store).clock(() -> now).backgroundJobs(false);
  }

  MemoryStore store() {
    return store;
  }

  /** What the engine indexes and embeds of each turn. */
  List<String> texts(Conversation conversation) {
    return textsOfConversation.getOrDefault(conversation.id(), List.of());
  }

  /** The engine as a method. */
  RankingMethod through(Memory membrane) {
    return conversation -> {
      now = conversation.end().plus(ASKED_AFTER);
      return question ->
          membrane.retrieval().retrieve(request(conversation, question)).records().stream()
              .map(RecordView::id)
              .map(id -> turnOfRecord.getOrDefault(id, id))
              .toList();
    };
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

  private void ingest(Memory membrane, Conversation conversation) {
    List<String> texts = new ArrayList<>();
    for (ConversationTurn turn : conversation.turns()) {
      now = turn.at();
      RecordView view = membrane.ingestion().event(event(turn, conversation.id())).record();
      turnOfRecord.put(view.id(), turn.id());
      texts.add(RecordText.textOf((MemoryRecord) view));
    }
    textsOfConversation.put(conversation.id(), texts);
  }

  private static EventRequest event(ConversationTurn turn, String scope) {
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
