package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.testing.fixture.WordHashes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What was answered once is answered again when it is asked as of that instant. The test asks
 * questions while things happen, keeps the answers, and asks again later.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class PastAnswersTck extends HistoryScenes {

  /** Every tenth is followed by questions. */
  private static final int MAX_OPERATIONS = 10_000;

  private static final Caller LOW = Caller.named("low").upTo(Sensitivity.LOW);

  private static final String RUN = "run 1";

  private static final Caller QUIET = Caller.named("quiet").in(RandomOperations.QUIET);

  /** For subclasses. */
  protected PastAnswersTck() {}

  /** How many calls are made in a build; in a long run 10,000. */
  protected int operations() {
    return 160;
  }

  /**
   * What was answered at an instant.
   *
   * @param words of the question by words in the quiet scope
   * @param all by salience, to one who sees all
   * @param low by salience, to one who sees little
   * @param quiet by words
   * @param counted the procedures of the same, with how they were used
   * @param run by salience, of one episode
   */
  private record Asked(
      Instant at,
      String words,
      RetrieveAnswer all,
      RetrieveAnswer low,
      RetrieveAnswer quiet,
      List<RecordView> counted,
      RetrieveAnswer run,
      List<RecordView> listed,
      String id,
      List<RecordView> byId) {}

  @Test
  void what_was_answered_is_answered_again_as_of_that_instant(TestInfo test) {
    try (MemoryStore store = openStore();
        Membrane membrane = builder(store, "forever").embedder(new WordHashes()).build()) {
      RandomOperations random =
          new RandomOperations(membrane, clock, new RandomChoices(Seed.of(test)));
      List<Asked> log = new ArrayList<>();
      int calls = LongRun.of(operations(), MAX_OPERATIONS);
      for (int i = 1; i <= calls; i++) {
        random.step();
        if (i % 10 == 0) {
          clock.pass(Duration.ofMillis(1));
          log.add(asked(membrane, random));
          clock.pass(Duration.ofMillis(1));
        }
        if (i % (calls / 2) == 0) {
          log.forEach(asked -> compare(asked, membrane, random));
        }
      }
    }
  }

  private Asked asked(Memory membrane, RandomOperations random) {
    String words = random.question();
    String id = random.ids().isEmpty() ? "none" : random.ids().get(random.ids().size() / 2);
    return new Asked(
        clock.instant(),
        words,
        membrane.retrieval().retrieve(bySalience().build()),
        membrane.as(LOW).retrieval().retrieve(bySalience().build()),
        membrane.as(QUIET).retrieval().retrieve(byWords(words).build()),
        counted(membrane, byWords(words)),
        membrane.retrieval().retrieve(bySalience().episode(RUN).build()),
        listed(membrane, ListRecordsRequest.builder().includeRetracted(true)),
        id,
        byId(() -> membrane.retrieval().byId(id, ALL)));
  }

  /** Why runs failed of late is told as it is known today. */
  private static List<RecordView> counted(Memory membrane, RetrieveRequest.Builder request) {
    return membrane
        .as(QUIET)
        .retrieval()
        .retrieve(request.memoryTypes(MemoryType.PROCEDURES).view(AnswerView.COMPACT).build())
        .results()
        .stream()
        .map(PastAnswersTck::withoutReasons)
        .toList();
  }

  private static RecordView withoutReasons(RecordView view) {
    if (view instanceof MemoryRecord record
        && record.payload() instanceof CompetencePayload skill) {
      CompetencePayload bare =
          new CompetencePayload(
              skill.skillName(),
              skill.triggers(),
              skill.recipe(),
              skill.requiredTools(),
              List.of(),
              skill.fallbacks(),
              skill.performance(),
              skill.version(),
              skill.revision());
      return record.toBuilder().payload(bare).build();
    }
    return view;
  }

  private static List<RecordView> listed(Memory membrane, ListRecordsRequest.Builder request) {
    return Page.all(
            PageRequest.FIRST.ofSize(500),
            page -> membrane.listing().records(request.page(page).build()))
        .toList();
  }

  private static List<RecordView> byId(Supplier<RecordView> read) {
    try {
      return List.of(read.get());
    } catch (NotFoundException none) {
      return List.of();
    }
  }

  private void compare(Asked asked, Memory membrane, RandomOperations random) {
    Instant at = asked.at();
    String when = "as of " + at + ", asked at " + clock.instant();
    assertSame(
        asked.all(),
        membrane.retrieval().retrieve(bySalience().asOf(at).build()),
        at,
        Sensitivity.HYPER,
        random,
        when);
    assertSame(
        asked.run(),
        membrane.retrieval().retrieve(bySalience().episode(RUN).asOf(at).build()),
        at,
        Sensitivity.HYPER,
        random,
        when + ", of an episode");
    assertSame(
        asked.low(),
        membrane.as(LOW).retrieval().retrieve(bySalience().asOf(at).build()),
        at,
        Sensitivity.LOW,
        random,
        when + ", low");
    RetrieveAnswer quiet =
        membrane.as(QUIET).retrieval().retrieve(byWords(asked.words()).asOf(at).build());
    assertSame(quiet.results(), asked.quiet().results(), when + ", " + asked.words());
    assertThat(quiet.entries().stream().map(AnswerEntry::score).toList())
        .as(when + ", " + asked.words())
        .isEqualTo(asked.quiet().entries().stream().map(AnswerEntry::score).toList());
    assertThat(quiet.selection()).isNull();
    assertSame(
        counted(membrane, byWords(asked.words()).asOf(at)),
        asked.counted(),
        when + ", counted, " + asked.words());
    List<RecordView> listed =
        listed(membrane, ListRecordsRequest.builder().includeRetracted(true).asOf(at));
    assertSame(
        listed, expected(asked.listed(), listed, at, Sensitivity.HYPER, random), when + ", listed");
    List<RecordView> byId = byId(() -> membrane.retrieval().byId(asked.id(), ALL, at));
    assertSame(byId, expected(asked.byId(), byId, at, Sensitivity.HYPER, random), when + ", by id");
  }

  private static void assertSame(
      RetrieveAnswer then,
      RetrieveAnswer now,
      Instant at,
      Sensitivity ceiling,
      RandomOperations random,
      String when) {
    assertSame(now.results(), expected(then.results(), now.results(), at, ceiling, random), when);
    Map<String, Double> scores = new HashMap<>();
    for (int i = 0; i < then.results().size(); i++) {
      scores.put(then.results().get(i).id(), then.entries().get(i).score());
    }
    assertThat(now.entries().stream().map(AnswerEntry::score).toList())
        .as(when)
        .isEqualTo(now.results().stream().map(it -> scores.get(it.id())).toList());
  }

  private static void assertSame(List<RecordView> now, List<RecordView> then, String when) {
    assertThat(now.stream().map(RecordView::id))
        .as(when)
        .isEqualTo(then.stream().map(RecordView::id).toList());
    for (int i = 0; i < now.size(); i++) {
      assertThat(comparable(now.get(i))).as(when).isEqualTo(comparable(then.get(i)));
    }
  }

  /**
   * An erasure takes rationales from the logs of what stays. If one named what somebody may not
   * see, its actor is no longer withheld.
   */
  private static RecordView comparable(RecordView view) {
    return view instanceof MemoryRecord record && RandomOperations.BUSY.equals(record.scope())
        ? record.withAuditLog(
            record.auditLog().stream()
                .map(entry -> new AuditEntry(entry.action(), "", entry.timestamp(), ""))
                .toList())
        : view;
  }

  /** What is still shown of an answer: nothing that was deleted, under the labels of today. */
  private static List<RecordView> expected(
      List<RecordView> then,
      List<RecordView> now,
      Instant at,
      Sensitivity ceiling,
      RandomOperations random) {
    Set<String> shown = now.stream().map(RecordView::id).collect(Collectors.toSet());
    return then.stream()
        .filter(view -> !random.isTaken(view.id(), at))
        .filter(view -> shown.contains(view.id()) || !random.isChanged(view.id(), at))
        .flatMap(view -> expected(view, ceiling, random.level(view.id())))
        .toList();
  }

  private static Stream<RecordView> expected(
      RecordView view, Sensitivity ceiling, Sensitivity today) {
    Sensitivity stricter = view.sensitivity().covers(today) ? view.sensitivity() : today;
    if (stricter.level() > ceiling.level() + 1) {
      return Stream.empty();
    }
    if (view instanceof MemoryRecord record) {
      MemoryRecord labelled = record.toBuilder().sensitivity(stricter).build();
      return Stream.of(ceiling.covers(stricter) ? labelled : RedactedRecord.of(labelled));
    }
    return Stream.of(view);
  }
}
