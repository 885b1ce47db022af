package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.MembraneException;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A memory in which time stands still and ids are numbers, and all that it holds as text. */
final class FrozenMemory implements AutoCloseable {

  private static final Instant NOW = Instant.parse("2031-05-05T05:05:05Z");
  private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");
  private static final Pattern ID = Pattern.compile("01957b3c-0000-7000-8000-[0-9a-f]{12}");

  private final AtomicInteger issued = new AtomicInteger();
  private final AtomicLong nonces = new AtomicLong();
  private final MemoryStore store;
  private final Membrane membrane;

  FrozenMemory(MemoryStore store) {
    this.store = store;
    this.membrane =
        Membrane.builder()
            .store(store)
            .clock(() -> NOW)
            .ids(() -> id(issued.incrementAndGet()))
            .nonces(() -> "nonce " + nonces.incrementAndGet())
            .backgroundJobs(false)
            .build();
  }

  /** The {@code n}th id that is drawn. */
  static String id(int number) {
    return "01957b3c-0000-7000-8000-%012x".formatted(number);
  }

  /** How many ids were drawn. */
  int issued() {
    return issued.get();
  }

  /** What is wrong with the audit logs; null: nothing. */
  @Nullable Object verified() {
    return new AuditVerifier(store, checked -> {}).verify().broken();
  }

  View as(Caller caller) {
    return new View(this, membrane.as(caller).ingestion());
  }

  /** All records with their logs, and all queues; ids are numbered by their first mention. */
  List<String> contents() {
    List<String> contents = new ArrayList<>();
    store.auditLogs("", 10_000).forEach(trail -> contents.add(text(trail)));
    for (QueueLoad queue : store.queues()) {
      List<QueueRow> rows = new ArrayList<>(store.due(queue.queue(), END, 10_000));
      rows.sort(Comparator.comparing(QueueRow::dueAt).thenComparing(QueueRow::item));
      contents.add(queue.queue() + ": " + rows);
    }
    return List.of(normal(String.join("\n", contents)).split("\n"));
  }

  private static String text(AuditTrail trail) {
    StoredRecord stored = trail.stored();
    String record = stored == null ? "gone" : stored.anchor() + " " + stored.record();
    return trail.id() + " " + record + " " + trail.entries();
  }

  /** A text in which ids are numbered by their first mention. */
  static String normal(String text) {
    Map<String, String> names = new HashMap<>();
    return ID.matcher(text)
        .replaceAll(found -> names.computeIfAbsent(found.group(), id -> "#" + names.size()));
  }

  @Override
  public void close() {
    membrane.close();
    store.close();
  }

  /** The room as a caller sees it. */
  record View(FrozenMemory room, Ingestion ingestion) {

    List<String> contents() {
      return room.contents();
    }

    List<IngestItemAnswer> batch(List<? extends IngestRequest> items) {
      return ingestion.batch(items);
    }

    List<IngestItemAnswer> allOrNothing(List<? extends IngestRequest> items) {
      List<IngestItemAnswer> answers = new ArrayList<>();
      for (IngestAnswer answer : ingestion.allOrNothing(items)) {
        answers.add(IngestItemAnswer.of(answers.size(), answer));
      }
      return answers;
    }

    List<IngestItemAnswer> streamed(List<IngestRequest> requests) {
      List<IngestItemAnswer> answers = new ArrayList<>();
      try (IngestStream stream = ingestion.stream(answers::add)) {
        requests.forEach(stream::send);
      }
      return answers;
    }

    List<IngestItemAnswer> oneByOne(List<? extends IngestRequest> requests) {
      List<IngestItemAnswer> answers = new ArrayList<>();
      for (IngestRequest request : requests) {
        try {
          answers.add(IngestItemAnswer.of(answers.size(), single(request)));
        } catch (MembraneException refused) {
          answers.add(IngestItemAnswer.refused(answers.size(), refused));
        }
      }
      return answers;
    }

    private IngestAnswer single(IngestRequest request) {
      if (request instanceof EventRequest event) {
        return ingestion.event(event);
      }
      if (request instanceof ToolOutputRequest output) {
        return ingestion.toolOutput(output);
      }
      if (request instanceof ObservationRequest fact) {
        return ingestion.observe(fact);
      }
      if (request instanceof OutcomeRequest outcome) {
        return ingestion.outcome(outcome);
      }
      return request instanceof WorkingStateRequest task
          ? ingestion.workingState(task)
          : ingestion.record((RecordRequest) request);
    }
  }
}
