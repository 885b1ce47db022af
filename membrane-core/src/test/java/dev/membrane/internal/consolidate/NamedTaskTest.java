package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.skill.ProcedureSummary;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks whose kind is told by a word that looks as if it belonged to one case. */
class NamedTaskTest {

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @Test
  void the_run_of_the_same_product_is_nearest() {
    List<String> products = List.of("Postgres", "Redis", "Kafka");
    for (int i = 0; i < 4; i++) {
      for (String product : products) {
        String tool = product.toLowerCase(Locale.ROOT);
        runs.ended(
            OutcomeStatus.SUCCESS,
            "upgrade " + product + " on staging",
            call(tool + "_dump", "a" + i),
            call(tool + "_install", "a" + i),
            call(tool + "_check", "a" + i));
      }
    }
    house.consolidation.run();

    for (String product : products) {
      assertThat(firstFor("please move " + product + " to the new version"))
          .contains(product.toLowerCase(Locale.ROOT) + "_install");
    }
  }

  /** With a digit in it, a number of three digits, or quoted. */
  @ParameterizedTest
  @CsvSource({"S3, EC2", "HTTP 502, HTTP 429", "'\"DiskFull\"', '\"KafkaLag\"'"})
  void what_stands_in_a_title_or_code_tells_the_kind(String one, String other) {
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS, one + " is failing again", call("drain", "a" + i), call("b", "c"));
      runs.ended(
          OutcomeStatus.SUCCESS,
          other + " is failing again",
          call("purge", "d" + i),
          call("b", "c"));
    }
    house.consolidation.run();

    assertThat(firstFor("what now, " + one + "?")).contains("drain");
    assertThat(firstFor("what now, " + other + "?")).contains("purge");
  }

  /** The verb stands before a full name, or each word is capitalised as in a title. */
  @ParameterizedTest
  @CsvSource({
    "Admit Maria Lopez, Admit Zoe Quintero",
    "Rotate Database Password, Rotate Database Password",
    "Przyjmij Annę Kowalską, Przyjmij Zofię Nowak"
  })
  void a_capitalised_verb_is_found_again(String told, String asked) {
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS, told, call("find", "a" + i), call("enter", "b"), call("log", "c"));
      runs.ended(OutcomeStatus.SUCCESS, "water the garden", call("open", "d"), call("shut", "e"));
    }
    house.consolidation.run();

    assertThat(firstFor(asked)).contains("enter");
  }

  /** The calls show that it is the name of whom the run is for. */
  @Test
  void a_full_name_that_a_call_was_given_does_not_decide() {
    for (int i = 0; i < 3; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "cancel the visit of Maria Lopez",
          call("find", "Maria Lopez"),
          call("cancel", "a" + i));
      runs.ended(
          OutcomeStatus.SUCCESS,
          "write the bill of Tom Novak",
          call("find", "Tom Novak"),
          call("charge", "a" + i));
    }
    house.consolidation.run();

    assertThat(firstFor("a bill for Maria Lopez")).contains("charge");
  }

  /** A name that two runs have is none of the words that many read. */
  @Test
  void a_name_is_no_trigger_word() {
    for (int i = 0; i < 2; i++) {
      runs.ended(
          OutcomeStatus.SUCCESS,
          "refund the order of Mirabel",
          call("find", "a"),
          call("pay", "b"));
      runs.ended(
          OutcomeStatus.SUCCESS,
          "refund the order of Mirabel",
          call("find", "a"),
          call("find", "a"),
          call("pay", "b"));
    }
    house.consolidation.run();

    assertThat(runs.skills())
        .isNotEmpty()
        .noneMatch(skill -> skill.toString().toLowerCase(Locale.ROOT).contains("mirabel"));
    assertThat(runs.plans()).noneMatch(plan -> plan.toString().contains("Mirabel"));
  }

  private List<String> firstFor(String task) {
    List<MemoryRecord> selected =
        house.retrieval.retrieve(Runs.about(task), Caller.ANONYMOUS).selection().selected();
    assertThat(selected).as(task).isNotEmpty();
    return ProcedureSummary.of(selected.get(0)).tools();
  }
}
