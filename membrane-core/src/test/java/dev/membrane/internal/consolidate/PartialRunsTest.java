package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.internal.skill.ProcedureSummary;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.internal.transfer.Progress;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plans of runs of which none is known to have succeeded. */
class PartialRunsTest {

  private static final String TASK = "renew my library card";
  private static final Call[] HALF = {call("open", "a"), call("fill", "b"), call("stop", "c")};
  private static final Call[] WHOLE = {call("open", "a"), call("renew", "b"), call("send", "c")};

  private static final Progress UNSEEN = (done, all) -> {};

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  private @Nullable Selection selection() {
    house.consolidation.run();
    return house.retrieval.retrieve(Runs.about(TASK), Caller.ANONYMOUS).selection();
  }

  private List<List<String>> selectedTools() {
    Selection selection = selection();
    return selection == null
        ? List.of()
        : selection.selected().stream().map(it -> ProcedureSummary.of(it).tools()).toList();
  }

  @Test
  void a_plan_does_not_vouch_for_itself() {
    runs.ended(OutcomeStatus.PARTIAL, TASK, HALF);
    assertThat(selection()).isNull();
    assertThat(runs.plans()).hasSize(1);

    runs.ended(OutcomeStatus.SUCCESS, TASK, WHOLE);
    assertThat(selectedTools()).containsExactly(List.of("open", "renew", "send"));
  }

  @Test
  void neither_does_one_of_a_run_without_an_outcome() {
    var unused = runs.begun(IngestOptions.NONE, TASK, HALF);
    house.pass(Duration.ofHours(25));
    assertThat(selection()).isNull();
    assertThat(runs.plans()).hasSize(1);
  }

  @Test
  void nor_does_one_that_was_imported_with_its_export() throws IOException {
    runs.ended(OutcomeStatus.PARTIAL, TASK, HALF);
    house.consolidation.run();
    ByteArrayOutputStream export = new ByteArrayOutputStream();
    var written = new Exporter(house.store, false, UNSEEN).write(export, "1", EngineFixture.NOON);
    EngineFixture other = new EngineFixture();
    var loaded =
        new Importer(other.store, UNSEEN).load(new ByteArrayInputStream(export.toByteArray()), 0);
    assertThat(loaded.records()).isEqualTo(written.records()).isEqualTo(2);
    RetrieveAnswer answer = other.retrieval.retrieve(Runs.about(TASK), Caller.ANONYMOUS);
    assertThat(answer.results()).hasSize(2);
    assertThat(answer.selection()).isNull();
  }

  @Test
  void it_is_selected_as_soon_as_one_of_its_runs_succeeds() {
    String id = runs.ended(OutcomeStatus.PARTIAL, TASK, HALF);
    assertThat(selection()).isNull();
    runs.end(id, OutcomeStatus.SUCCESS);
    assertThat(selectedTools()).containsExactly(List.of("open", "fill", "stop"));
    assertThat(runs.all(MemoryType.PLAN_GRAPH)).hasSize(1);
  }
}
