package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.IngestOptions;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ToolEffect;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One skill is made of runs that differ in look-ups but make the same changes. */
class GeneralizationTest {

  /** So many successes are kept of runs with the same tools. */
  private static final int KEPT_RUNS = 8;

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  /** A call whose result tells an order that nobody knew before. */
  private static Call find(String tool, String order) {
    return new Call(tool, "customer", order, true);
  }

  private static Call cancel(String order) {
    return call("cancel", order);
  }

  private String run(OutcomeStatus status, String request, Call... calls) {
    house.pass(Duration.ofMinutes(1));
    return runs.ended(status, request, calls);
  }

  private void twoCancellations() {
    run(
        OutcomeStatus.SUCCESS,
        "Cancel my order of lamps",
        find("find", "order-1"),
        cancel("order-1"));
    run(
        OutcomeStatus.SUCCESS,
        "Please cancel the order",
        find("find", "order-2"),
        find("list", "order-3"),
        cancel("order-3"));
  }

  private CompetencePayload procedure(String name) {
    return runs.skills().stream()
        .filter(skill -> skill.skillName().equals("procedure:" + name))
        .findFirst()
        .orElseThrow();
  }

  private List<String> names() {
    return runs.skills().stream().map(CompetencePayload::skillName).sorted().toList();
  }

  @Test
  void runs_with_the_same_change_are_one_skill_with_options() {
    twoCancellations();
    run(
        OutcomeStatus.SUCCESS,
        "Where is my parcel",
        find("find", "order-4"),
        call("track", "order-4"));
    run(OutcomeStatus.FAILURE, "Cancel it", find("find", "order-5"), cancel("order-5"));

    assertThat(house.consolidation.run().of("generalization").created()).isEqualTo(1);

    CompetencePayload skill = procedure("cancel");
    assertThat(skill.recipe())
        .extracting(RecipeStep::step)
        .containsExactly("Look up with find", "Call cancel");
    assertThat(skill.fallbacks()).containsExactly("Also call list, as 1 of 2 runs do");
    assertThat(skill.performance().successCount()).isEqualTo(2);
    assertThat(skill.performance().failureCount()).isEqualTo(1);
    assertThat(skill.failureModes()).containsExactly("an unknown cause after cancel");
    MemoryRecord record = runs.all(MemoryType.COMPETENCE).get(0);
    assertThat(record.provenance().sources()).hasSize(3);
    assertThat(record.auditLog().get(0).actor()).isEqualTo("consolidation/generalization");
    assertThat(record.auditLog().get(0).rationale())
        .isEqualTo("Generalized from 2 successful runs");
  }

  @Test
  void a_tool_may_have_a_name_without_letters() {
    run(OutcomeStatus.SUCCESS, "Cancel one", find("find", "order-1"), call("7", "order-1"));
    run(
        OutcomeStatus.SUCCESS,
        "Cancel two",
        find("find", "order-2"),
        find("list", "order-3"),
        call("7", "order-3"));

    assertThat(house.consolidation.run().of("generalization").created()).isEqualTo(1);

    assertThat(procedure("7").recipe())
        .extracting(RecipeStep::step)
        .containsExactly("Look up with find", "Call 7");
  }

  @Test
  void its_words_are_those_that_other_tasks_do_not_share() {
    twoCancellations();
    run(
        OutcomeStatus.SUCCESS,
        "Exchange my order",
        find("find", "order-6"),
        call("exchange", "order-6"));
    run(
        OutcomeStatus.SUCCESS,
        "I exchange the order",
        find("find", "order-7"),
        find("list", "order-8"),
        call("exchange", "order-8"));

    house.consolidation.run();

    assertThat(names()).containsExactly("procedure:cancel", "procedure:exchange");
    String words = procedure("cancel").triggers().get(0).signal();
    assertThat(words.split(" ")).contains("cancel").doesNotContain("order", "exchange", "lamps");
    assertThat(procedure("exchange").triggers().get(0).signal().split(" ")).contains("exchange");
  }

  @Test
  void runs_of_the_very_same_tools_are_a_skill_already() {
    run(OutcomeStatus.SUCCESS, "Cancel one", find("find", "order-1"), cancel("order-1"));
    run(OutcomeStatus.SUCCESS, "Cancel two", find("find", "order-2"), cancel("order-2"));

    house.consolidation.run();

    assertThat(names()).containsExactly("skill:cancel+find");
  }

  @Test
  void a_call_that_echoes_what_it_was_told_is_no_look_up() {
    Call one = new Call("cancel", "order-1", "order-1", true);
    Call two = new Call("cancel", "order-2", "order-2", true);
    run(OutcomeStatus.SUCCESS, "Cancel", one, call("thank", "order-1"));
    run(OutcomeStatus.SUCCESS, "Cancel", two, two, call("thank", "order-2"));

    house.consolidation.run();

    assertThat(names()).containsExactly("procedure:cancel+thank");
  }

  /** Nobody uses what they answer, and both runs have other words for the same. */
  @Test
  void thinking_and_arithmetic_are_no_changes() {
    run(OutcomeStatus.SUCCESS, "one", call("think", "hard"), cancel("order-1"));
    run(OutcomeStatus.SUCCESS, "two", call("calculate", "2 * 3"), cancel("order-2"));
    house.consolidation.run();
    assertThat(names()).containsExactly("procedure:cancel");
    assertThat(procedure("cancel").recipe()).extracting(RecipeStep::step).doesNotContain("Look up");
  }

  @Test
  void a_tool_that_says_that_it_only_reads_is_a_look_up() {
    run(OutcomeStatus.SUCCESS, "one", call("ask", "a").saying(ToolEffect.READ), cancel("order-1"));
    run(OutcomeStatus.SUCCESS, "two", call("see", "b").saying(ToolEffect.READ), cancel("order-2"));
    house.consolidation.run();
    assertThat(names()).containsExactly("procedure:cancel");
  }

  /** The order that is made is cancelled: its number is used, and yet it is no look-up. */
  @Test
  void a_tool_that_says_that_it_writes_is_a_change() {
    Call make = find("make", "order-1").saying(ToolEffect.WRITE);
    run(OutcomeStatus.SUCCESS, "one", make, cancel("order-1"));
    run(
        OutcomeStatus.SUCCESS,
        "two",
        make,
        call("check", "x"),
        call("check", "x"),
        cancel("order-1"));
    run(OutcomeStatus.SUCCESS, "three", call("check", "x"), call("check", "x"), make);
    run(OutcomeStatus.SUCCESS, "four", make, make);
    house.consolidation.run();
    assertThat(names()).containsExactlyInAnyOrder("procedure:cancel+make", "procedure:make");
  }

  @Test
  void what_answers_otherwise_when_it_is_called_again_is_a_change() {
    Call first = new Call("step", "x", "1", true);
    Call second = new Call("step", "x", "2", true);
    run(OutcomeStatus.SUCCESS, "one", first, second, cancel("order-1"));
    run(OutcomeStatus.SUCCESS, "two", first, second, first, second, cancel("order-2"));
    run(OutcomeStatus.SUCCESS, "three", cancel("order-3"));
    run(OutcomeStatus.SUCCESS, "four", cancel("order-4"), cancel("order-5"));
    house.consolidation.run();
    assertThat(names()).contains("procedure:cancel", "procedure:cancel+step");
  }

  /** "Blue" is what one run was given, and what another said too. */
  @Test
  void its_words_leave_out_arguments_and_what_only_one_run_said() {
    run(OutcomeStatus.SUCCESS, "paint the wall blue please", call("paint", "blue"));
    run(
        OutcomeStatus.SUCCESS,
        "paint it blue and red",
        call("paint", "blue"),
        call("paint", "red"));
    run(OutcomeStatus.SUCCESS, "paint the fence", call("find", "x"), call("paint", "green"));
    for (int i = 0; i < 3; i++) {
      run(
          OutcomeStatus.SUCCESS,
          "cancel it please",
          find("find", "order-" + i),
          cancel("order-" + i));
    }
    house.consolidation.run();
    assertThat(procedure("paint").triggers()).extracting(Trigger::signal).containsExactly("paint");
  }

  @Test
  void another_run_reinforces_it_and_a_changed_outcome_takes_it_back() {
    twoCancellations();
    house.consolidation.run();
    String third = run(OutcomeStatus.SUCCESS, "Cancel", find("list", "order-9"), cancel("order-9"));
    house.consolidation.run();
    MemoryRecord record = runs.all(MemoryType.COMPETENCE).get(0);
    assertThat(record.auditLog())
        .extracting(entry -> entry.action())
        .containsExactly(AuditAction.CREATE, AuditAction.REINFORCE);
    assertThat(procedure("cancel").performance().successCount()).isEqualTo(3);

    runs.end(third, OutcomeStatus.FAILURE);
    house.consolidation.run();
    assertThat(procedure("cancel").performance().successCount()).isEqualTo(2);
    assertThat(procedure("cancel").performance().failureCount()).isEqualTo(1);
    assertThat(ended()).isEqualTo(new EndedRuns(2, 3));

    for (MemoryRecord episode : runs.all(MemoryType.EPISODIC)) {
      runs.end(episode.id(), OutcomeStatus.FAILURE);
    }
    house.consolidation.run();
    assertThat(names()).isEmpty();
    assertThat(ended()).isEqualTo(new EndedRuns(0, 3));
    runs.end(third, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    assertThat(ended()).isEqualTo(new EndedRuns(1, 3));
  }

  /** How all runs ended that were learned from. */
  private EndedRuns ended() {
    return EndedRuns.parse(house.store.keys("ended:", "", 2).get(0).value());
  }

  @Test
  void its_words_are_those_of_the_latest_runs() {
    for (int i = 0; i < 2 * KEPT_RUNS; i++) {
      String order = "order-" + i;
      Call[] calls =
          i % 2 == 0
              ? new Call[] {find("find", order), cancel(order)}
              : new Call[] {find("find", order), find("find", order), cancel(order)};
      run(OutcomeStatus.SUCCESS, i < KEPT_RUNS ? "Cancel my lamp" : "Cancel my chair", calls);
    }

    house.consolidation.run();

    assertThat(procedure("cancel").performance().successCount()).isEqualTo(2 * KEPT_RUNS);
    assertThat(procedure("cancel").triggers().get(0).signal().split(" "))
        .contains("chair")
        .doesNotContain("lamp");
  }

  @Test
  void nothing_crosses_a_scope_or_a_sensitivity() {
    int order = 0;
    for (IngestOptions options :
        List.of(
            IngestOptions.NONE.scope("red"),
            IngestOptions.NONE.scope("blue"),
            IngestOptions.NONE.scope("red").sensitivity(Sensitivity.HIGH))) {
      String known = "order-" + order++;
      List<Call> calls = new ArrayList<>(List.of(cancel(known)));
      for (int i = 0; i < order; i++) {
        calls.add(0, find("find", known));
      }
      runs.ended(options, OutcomeStatus.SUCCESS, "Cancel", calls.toArray(Call[]::new));
    }

    house.consolidation.run();

    assertThat(names()).isEmpty();
  }

  @Test
  void the_order_of_arrival_and_the_number_of_runs_do_not_matter() {
    List<String> first = learnedFrom(new Random(1), 0);
    assertThat(first.stream().filter(it -> it.contains("procedure:"))).hasSizeGreaterThan(2);
    for (int seed = 2; seed < 5; seed++) {
      assertThat(learnedFrom(new Random(seed), seed - 1)).isEqualTo(first);
    }
  }

  /** What many runs teach, of which not all are kept, in several consolidations. */
  private static List<String> learnedFrom(Random order, int every) {
    EngineFixture house = new EngineFixture();
    Runs runs = new Runs(house);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, order);
    int done = 0;
    for (int number : numbers) {
      house.set(EngineFixture.NOON.plusSeconds(60L * number));
      Random random = new Random(number);
      List<Call> calls = new ArrayList<>();
      String known = "order-" + number;
      for (int i = 0; i <= random.nextInt(3); i++) {
        calls.add(find(List.of("find", "list").get(random.nextInt(2)), known));
      }
      String change = List.of("cancel", "exchange", "refund").get(random.nextInt(3));
      calls.add(call(change, known));
      OutcomeStatus status = random.nextInt(4) == 0 ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS;
      runs.ended(status, change + " it, said " + random.nextInt(9), calls.toArray(Call[]::new));
      house.set(EngineFixture.NOON.plusSeconds(100_000));
      if (every > 0 && ++done % (17 * every) == 0) {
        house.consolidation.run();
      }
    }
    house.consolidation.run();
    return runs.learned().stream().filter(it -> it.contains("procedure:")).toList();
  }

  @Test
  void many_other_runs_take_nothing_away() {
    twoCancellations();
    house.consolidation.run();
    for (int i = 0; i < 3 * KEPT_RUNS; i++) {
      run(OutcomeStatus.SUCCESS, "Where is it", call("track", "parcel-" + i));
    }
    house.consolidation.run();

    for (int i = 0; i < 5; i++) {
      run(OutcomeStatus.FAILURE, "Cancel", find("find", "order-" + i), cancel("order-" + i));
    }
    house.consolidation.run();

    assertThat(procedure("cancel").performance().successCount()).isEqualTo(2);
    assertThat(procedure("cancel").performance().failureCount()).isEqualTo(5);
  }

  /** Long requests that have nothing in common, in runs of forty sets of tools. */
  @Test
  void notes_stay_small_however_many_sets_of_tools_there_are() {
    for (int set = 0; set < 40; set++) {
      for (int i = 0; i < 2; i++) {
        StringBuilder asked = new StringBuilder();
        for (int word = 0; word < 150; word++) {
          asked.append(letters(set)).append(letters(i)).append(letters(word)).append("word ");
        }
        run(OutcomeStatus.SUCCESS, asked.toString(), call("tool" + set, "x"), cancel("order-" + i));
      }
    }
    house.consolidation.run();

    assertThat(notes()).hasSizeGreaterThan(40);
    assertThat(notes()).allMatch(note -> note.value().length() < 30_000);
  }

  @Test
  void all_runs_with_the_same_tools_are_kept() {
    for (int i = 0; i < 50; i++) {
      run(OutcomeStatus.SUCCESS, "Track the parcel", call("track", "parcel-" + i));
    }
    house.consolidation.run();

    assertThat(keptFor("parcel")).isEqualTo(50);
  }

  @Test
  void a_run_is_kept_however_many_others_with_other_tools_follow() {
    run(OutcomeStatus.SUCCESS, "Water the ferns", call("water", "ferns"));
    for (int i = 0; i < 100; i++) {
      run(OutcomeStatus.SUCCESS, "Track the parcel", call("track-" + letters(i), "parcel"));
    }
    house.consolidation.run();

    assertThat(keptFor("fern")).isEqualTo(1);
    assertThat(keptFor("parcel")).isEqualTo(100);
  }

  @Test
  void a_run_that_turns_out_to_have_failed_is_not_kept() {
    run(OutcomeStatus.SUCCESS, "Track the parcel", call("track", "parcel"));
    String id = run(OutcomeStatus.SUCCESS, "Track the parcel", call("track", "parcel"));
    house.consolidation.run();
    assertThat(keptFor("parcel")).isEqualTo(2);

    runs.end(id, OutcomeStatus.FAILURE);
    house.consolidation.run();

    assertThat(keptFor("parcel")).isEqualTo(1);
  }

  /** Earlier versions noted them with their tools. */
  @Test
  void runs_that_an_earlier_version_kept_count_among_the_others() {
    String first = run(OutcomeStatus.SUCCESS, "Track the parcel", call("track", "parcel"));
    house.consolidation.run();
    Changeset.Builder changes = Changeset.builder();
    for (Key note : notes()) {
      StoredFields json =
          StoredFields.of((JsonObject) new RecordCodec().parse("note", note.value()));
      if (json.has(first)) {
        changes.removeKey(note);
      } else if (json.has("tally")) {
        StoredFields kept = StoredFields.none().put(first, EngineFixture.NOON);
        String old = new RecordCodec().write(json.putFields("kept", kept).toJson());
        changes.removeKey(note).addKey(new Key(note.name(), old, null));
      }
    }
    house.store.commit(changes.build());
    assertThat(notes()).noneMatch(note -> note.value().contains("\"set\""));

    run(OutcomeStatus.SUCCESS, "Track the parcel", call("track", "parcel"));
    house.consolidation.run();

    assertThat(notes())
        .filteredOn(note -> note.value().contains("\"set\""))
        .anyMatch(note -> note.value().contains(first));
    assertThat(notes()).noneMatch(note -> note.value().contains("\"kept\""));
  }

  /** How many of the runs that tasks are compared with have a word. */
  private int keptFor(String word) {
    return house.store.matchRuns(Visibility.ALL, List.of(word), 10_000).words().get(0).size();
  }

  private static String letters(int number) {
    return String.valueOf((char) ('a' + number / 20)) + (char) ('a' + number % 20);
  }

  private List<Key> notes() {
    return house.store.keys("note:generalization:", "", 100);
  }

  /** A procedure takes its order from the runs that are kept. */
  @Test
  void the_orders_of_calls_are_not_noted_beside_the_runs_that_have_them() {
    twoCancellations();
    house.consolidation.run();

    assertThat(notes()).isNotEmpty().noneMatch(note -> note.value().contains("\"orders\""));
  }

  /** Earlier versions had all sets in the note that now only names them. */
  @Test
  void what_an_earlier_version_noted_is_not_lost() {
    twoCancellations();
    house.consolidation.run();
    Changeset.Builder changes = Changeset.builder();
    StoredFields sets = StoredFields.none();
    for (Key note : notes()) {
      JsonObject json = (JsonObject) new RecordCodec().parse("note", note.value());
      if (json.members().containsKey("tally")) {
        sets.put(note.value().contains("list") ? "cancel+find+list" : "cancel+find", json);
        changes.removeKey(note);
      }
    }
    Key index = notes().stream().filter(it -> it.value().contains("sets")).findAny().orElseThrow();
    String old = new RecordCodec().write(StoredFields.none().put("sets", sets.toJson()).toJson());
    house.store.commit(changes.removeKey(index).addKey(new Key(index.name(), old, null)).build());

    run(OutcomeStatus.SUCCESS, "Cancel", find("look", "order-4"), cancel("order-4"));
    house.consolidation.run();

    assertThat(procedure("cancel").performance().successCount()).isEqualTo(3);
    assertThat(notes()).filteredOn(note -> note.value().contains("tally")).hasSize(3);
  }
}
