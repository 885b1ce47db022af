package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long episode of which a part is damaged, and callers who may not know of that part. */
final class HiddenPartTest {

  private static final Set<Permission> ALL_BUT_REVISING =
      EnumSet.complementOf(EnumSet.of(Permission.REVISE));

  private static final Caller ANN = Caller.named("ann").in("home");
  private static final Caller BOB = Caller.named("bob").in("home").upTo(Sensitivity.LOW);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE memory SET curve = 'none' WHERE rid = 2",
        "UPDATE document SET doc = 'x' WHERE rid = 2",
        "DELETE FROM document WHERE rid = 2"
      })
  void who_goes_on_beside_it_or_ends_the_episode_is_told_nothing_of_it(String damage)
      throws SQLException {
    for (String name : List.of("whole.db", "damaged.db")) {
      try (Membrane membrane = open(name)) {
        Ingestion ann = membrane.as(ANN).ingestion();
        ann.event(event("tea", Sensitivity.LOW).build());
        ann.event(event("x".repeat(30_000), Sensitivity.HYPER).build());
      }
    }
    assertThat(WordFacts.run(folder.resolve("damaged.db"), damage)).isEqualTo(1);
    List<String> told = goOn("whole.db");
    assertThat(told)
        .containsExactly(
            "appended 2 events",
            "ValidationException: validation error for depends_on:"
                + " must name tool nodes of the same episode",
            "appended 3 events",
            "appended 3 events success");
    assertThat(goOn("damaged.db")).isEqualTo(told);
  }

  private List<String> goOn(String name) {
    try (Membrane membrane = open(name)) {
      Ingestion bob = membrane.as(BOB).ingestion();
      IngestAnswer milk = bob.event(event("milk", Sensitivity.LOW).build());
      return List.of(
          told(() -> milk),
          told(() -> bob.toolOutput(dependent())),
          told(() -> bob.event(keeping(event("sugar", Sensitivity.LOW)))),
          told(() -> bob.outcome(success(milk.id()))));
    }
  }

  private static ToolOutputRequest dependent() {
    return ToolOutputRequest.builder()
        .source("bob")
        .toolName("kettle")
        .dependsOn(List.of("none"))
        .options(options(Sensitivity.LOW))
        .build();
  }

  private static OutcomeRequest success(String target) {
    return OutcomeRequest.of("bob", target, OutcomeStatus.SUCCESS);
  }

  /** Both parts are above what their writer sees. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void who_began_an_episode_is_known_although_its_first_part_is_damaged(boolean isBobs)
      throws SQLException {
    Caller bob = BOB.permitted(ALL_BUT_REVISING);
    try (Membrane membrane = open("m.db")) {
      Ingestion writer = membrane.as(isBobs ? bob : ANN).ingestion();
      writer.event(event("x".repeat(30_000), Sensitivity.HYPER).build());
      writer.event(event("tea", Sensitivity.HYPER).build());
    }
    Path file = folder.resolve("m.db");
    assertThat(WordFacts.run(file, "UPDATE document SET doc = 'x' WHERE rid = 1")).isEqualTo(1);
    try (Membrane membrane = open("m.db")) {
      IngestAnswer kept =
          membrane.as(bob).ingestion().event(keeping(event("milk", Sensitivity.HYPER)));
      assertThat(kept.result().wireName()).isEqualTo(isBobs ? "appended" : "created");
    }
  }

  private static EventRequest keeping(EventRequest.Builder event) {
    return event.deletionPolicy(DeletionPolicy.MANUAL_ONLY).build();
  }

  private static EventRequest.Builder event(String summary, Sensitivity level) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("user")
        .ref("message")
        .summary(summary)
        .options(options(level));
  }

  private static IngestOptions options(Sensitivity level) {
    return IngestOptions.NONE.scope("home").sensitivity(level).episode("run");
  }

  private static String told(Supplier<IngestAnswer> call) {
    try {
      IngestAnswer answer = call.get();
      return answer.result().wireName() + told(answer);
    } catch (MembraneException refused) {
      return refused.getClass().getSimpleName() + ": " + refused.getMessage();
    }
  }

  private static String told(IngestAnswer answer) {
    if (!(answer.record() instanceof MemoryRecord record)) {
      return "";
    }
    EpisodicPayload episode = (EpisodicPayload) record.payload();
    OutcomeStatus outcome = episode.outcome();
    String events = " " + episode.timeline().size() + " events";
    return outcome == null ? events : events + " " + outcome.wireName();
  }

  private Membrane open(String name) {
    return Membrane.builder()
        .openStore(() -> SqliteStore.open(folder.resolve(name)))
        .backgroundJobs(false)
        .build();
  }
}
