package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which speaker and which words of a question bring a record to the front. */
class RelevanceTest extends RelevanceScenes {

  @ParameterizedTest
  @ValueSource(strings = {"where do I live now?", "Please: where do I currently live?"})
  void words_that_ask_of_the_present_or_politely_ask_for_nothing_else(String task) {
    String home = alone("x", "I live in Ghent with a cat and many plants");
    String fish = memory.event("fish now, please, currently");
    assertThat(first(task)).isEqualTo(home);
    assertThat(first("now, please")).isEqualTo(fish);
  }

  @Test
  void what_the_named_speaker_said_comes_first() {
    String ann = alone("x", "Ann: hiking in spring");
    String bob = alone("x", "Bob: hiking in spring");
    assertThat(first("what does Ann say of hiking")).isEqualTo(ann);
    assertThat(first("what does Bob say of hiking")).isEqualTo(bob);
  }

  @Test
  void a_speaker_is_named_by_a_capitalised_part_of_the_name() {
    String zoe = alone("x", "Zoë Müller: hiking in spring");
    String ann = alone("x", "Dr. Ann Lee: hiking in spring");
    alone("x", "help desk: hiking in spring");
    assertThat(named("what does Zoë say of hiking")).containsExactly(zoe);
    assertThat(named("hiking with Müller")).containsExactly(zoe);
    assertThat(named("what of Ann's hiking in spring")).containsExactly(ann);
    assertThat(named("what of hiking did Dr. Lee like")).containsExactly(ann);
    assertThat(named("did Zoë go hiking with Dr. Smith?")).containsExactly(zoe);
    assertThat(named("what of hiking did Dr. Smith say at a desk")).isEmpty();
    assertThat(named("did Ann and Zoë go hiking")).isEmpty();
  }

  @Test
  void a_first_word_or_a_title_is_no_part_of_a_name() {
    String mark = alone("x", "Mark Johnson: hiking in spring");
    String smith = alone("x", "Mr Smith: hiking in spring");
    alone("x", "Mrs Lee: hiking in spring");
    assertThat(named("Mark all hiking as read")).isEmpty();
    assertThat(named("hiking in spring. Mark it as read")).isEmpty();
    assertThat(named("what did Mark say of hiking")).containsExactly(mark);
    assertThat(named("what did Mr Jones say of hiking")).isEmpty();
    assertThat(named("what did MRS Jones or Mrs. Jones say of hiking")).isEmpty();
    assertThat(named("what did Smith say of hiking")).containsExactly(smith);
    assertThat(named("Dr. Smith likes hiking")).containsExactly(smith);
    assertThat(named("Mr Smith likes hiking")).containsExactly(smith);
  }

  @Test
  void a_whole_name_comes_before_a_part_of_another() {
    alone("x", "Zoë Müller: hiking in spring");
    String zoe = alone("x", "Zoë: hiking in spring");
    alone("x", "Zoë Meier: hiking in spring");
    assertThat(named("what does Zoë say of hiking")).containsExactly(zoe);
  }

  @Test
  void a_stop_word_is_a_name_where_it_has_a_capital_within_a_sentence() {
    String will = alone("x", "Will: hiking in spring");
    String ann = alone("x", "Ann: hiking in spring");
    assertThat(named("what did Will say of hiking")).containsExactly(will);
    assertThat(named("Will he go hiking in spring? Will Ann?")).containsExactly(ann);
    assertThat(named("when will the hiking begin? Will it?")).isEmpty();
    assertThat(named("WHEN WILL THE HIKING BEGIN")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          how was the billing error fixed?                | false
          The billing errors before hiking                | false
          fix a billing-error, an billing error           | false
          what did billing say of the billing error?      | true
          what did the billing team say of hiking?        | true
          did the billing like hiking?                    | true
          what was it that the billing agent said?        | true
          what the billing said of hiking                 | true
          did you hear of the billing?                    | true
          is it the billing that likes hiking?            | true
          what was the Billing error?                     | true
          billing hiking                                  | true
          """)
  void a_word_that_says_which_thing_is_meant_names_nobody(String task, boolean isNamed) {
    String billing = alone("x", "billing: hiking in spring, error");
    alone("x", "Ann: hiking in spring, error");
    assertThat(named(task)).isEqualTo(isNamed ? List.of(billing) : List.of());
  }

  @ParameterizedTest
  @CsvSource({"user", "assistant", "help desk"})
  void users_and_assistants_and_names_of_several_words_are_named_by_it(String speaker) {
    String said = alone("x", speaker + ": hiking in spring");
    alone("x", "Ann: hiking in spring");
    assertThat(named("was the " + speaker + " hiking?")).containsExactly(said);
  }

  /** The records that gain by the speaker whom a task names. */
  private List<String> named(String task) {
    return gaining(task, "speaker", 0.1);
  }

  @Test
  void the_assistants_own_words_count_half_unless_they_are_asked_for() {
    String user = alone("user_message", "a recipe with lentils and some more of it for dinner");
    String assistant = alone("assistant_message", "recipe lentils");
    assertThat(first("a recipe with lentils")).isEqualTo(user);
    assertThat(first("remind me of the recipe with lentils")).isEqualTo(assistant);
    assertThat(first("what did the assistant say of a recipe with lentils")).isEqualTo(assistant);
    assertThat(first("the agent's advice on a recipe with lentils")).isEqualTo(assistant);
    assertThat(first("which recipe with lentils has your assistant a say in")).isEqualTo(user);
  }

  @Test
  void what_stands_around_the_best_comes_before_what_does_not() {
    String far = at(NOW.minus(Duration.ofDays(9)), "x", "of no interest");
    String near = at(NOW, "x", "some words");
    at(NOW, "x", "about the summer in Lisbon");
    for (int i = 0; i < 20; i++) {
      at(NOW.minus(Duration.ofDays(7)), "x", "of no interest");
    }
    List<String> ids = memory.idsFor(ask -> ask.taskDescriptor("Lisbon").limit(3));
    assertThat(ids.get(1)).isEqualTo(near);
    assertThat(ids).doesNotContain(far);
  }
}
