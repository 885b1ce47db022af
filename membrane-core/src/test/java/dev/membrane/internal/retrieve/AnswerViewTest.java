package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.given;
import static dev.membrane.internal.retrieve.Remembered.guarded;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.inText;
import static dev.membrane.internal.retrieve.Remembered.json;
import static dev.membrane.internal.retrieve.Remembered.plan;
import static dev.membrane.internal.retrieve.Remembered.skill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the views of an answer have in common, and their limits. */
final class AnswerViewTest {

  private final Remembered memory = new Remembered();

  @Test
  void what_is_redacted_or_too_large_says_so_and_shows_nothing() {
    memory.event("the secret word", guarded(Sensitivity.MEDIUM));
    memory.event("x".repeat(5 << 20), Remembered::sure);
    RetrieveAnswer answer = memory.ask(ask -> ask.view(AnswerView.TEXT));
    assertThat(answer.text().lines())
        .containsExactly(
            "[00000001] 2026-03-01 (confidence 0.5) episodic: not shown, for it is of sensitivity"
                + " medium",
            "[00000002] 2026-03-01 episodic: too large to be shown here");
    assertThat(answer.truncated()).isTrue();
  }

  @Test
  void the_best_lines_are_answered_within_the_tokens_that_are_asked_for() {
    for (int i = 0; i < 30; i++) {
      memory.event("event " + i + " " + "and more words ".repeat(i % 5), Remembered::sure);
    }
    String all = memory.ask(ask -> ask.view(AnswerView.TEXT)).text();
    List<String> lines = all.lines().toList();
    for (int most = 1; most <= TokenEstimate.of(all); most += 7) {
      int tokens = most;
      RetrieveAnswer answer = memory.ask(ask -> inText(ask).maxTokens(tokens).explain(true));
      assertThat(TokenEstimate.of(answer.text())).isBetween(1L, (long) tokens);
      int count = (int) answer.text().lines().count();
      assertThat(answer.entries().stream().map(AnswerEntry::score).toList()).hasSize(count);
      assertThat(answer.entries())
          .extracting(AnswerEntry::explanation)
          .doesNotContainNull()
          .hasSize(count);
      assertThat(answer.truncated()).isTrue();
      if (tokens > 40) {
        assertThat(answer.text().lines()).isEqualTo(lines.subList(0, count));
        assertThat(TokenEstimate.of(all.substring(0, end(lines, count + 1)))).isGreaterThan(tokens);
      }
    }
    int enough = (int) TokenEstimate.of(all);
    RetrieveAnswer whole = memory.ask(ask -> inText(ask).maxTokens(enough));
    assertThat(whole.text()).isEqualTo(all);
    assertThat(whole.truncated()).isFalse();
  }

  @Test
  void a_first_line_that_is_too_long_is_cut() {
    memory.event("\uD83D\uDE00".repeat(500), Remembered::sure);
    memory.event("short", Remembered::sure);
    RetrieveAnswer answer = memory.ask(ask -> inText(ask).maxTokens(50));
    assertThat(answer.text())
        .startsWith("[00000001] 2026-03-01 bob: \uD83D\uDE00")
        .endsWith("\uD83D\uDE00…")
        .doesNotContain("short");
    assertThat(TokenEstimate.of(answer.text())).isBetween(47L, 50L);
    assertThat(answer.truncated()).isTrue();
  }

  /** So that a model's cache of the beginning of a prompt holds. */
  @Test
  void the_text_is_the_same_at_another_time() {
    for (int i = 0; i < 20; i++) {
      memory.event("apple " + i % 3, record -> record.createdAt(NOW));
    }
    String text = memory.ask(ask -> inText(ask).taskDescriptor("apple 1")).text();
    assertThat(
            memory
                .ask(ask -> inText(ask).taskDescriptor("apple 1").now(NOW.plus(Duration.ofDays(3))))
                .text())
        .isEqualTo(text);
  }

  @Test
  void compact_records_have_no_more_than_a_model_needs() {
    memory.add(fact("path", "slash", given("os", "linux")), record -> record.scope("acme"));
    RetrieveAnswer answer = memory.ask(ask -> ask.view(AnswerView.COMPACT));
    assertThat(new RecordCodec().write(AnswerView.compact(answer.results().get(0), null)))
        .isEqualTo(
            "{\"id\":\"01900000-0000-7000-8000-000000000001\",\"type\":\"semantic\","
                + "\"scope\":\"acme\",\"date\":\"2026-03-01\",\"confidence\":0.5,\"content\":"
                + "{\"subject\":\"path\",\"predicate\":\"is\",\"object\":\"slash\","
                + "\"conditions\":{\"os\":\"linux\"}}}");
    memory.event("secret", guarded(Sensitivity.MEDIUM));
    assertThat(
            new RecordCodec()
                .write(AnswerView.compact(memory.ask(ask -> ask).redacted().get(0), null)))
        .isEqualTo(
            "{\"id\":\"01900000-0000-7000-8000-000000000002\",\"type\":\"episodic\","
                + "\"date\":\"2026-03-01\",\"confidence\":0.5,\"redacted\":true}");
  }

  @Test
  void compact_facts_say_that_they_are_hearsay() {
    memory.add(fact("path", "slash"), record -> record.tags(List.of("hearsay")));
    assertThat(
            new RecordCodec()
                .write(AnswerView.compact(memory.ask(ask -> ask).records().get(0), null)))
        .contains("\"confidence\":0.5,\"hearsay\":true,\"content\"");
  }

  @Test
  void a_procedure_that_stopped_working_says_so_where_it_fits_the_task() {
    String bad = deploying("bad", 0, 9);
    String good = deploying("good", 9, 0);
    RetrieveAnswer answer = memory.ask(ask -> inText(ask).taskDescriptor("deploy"));
    assertThat(answer.text().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("[00000001] 2026-03-01 (stopped working) skill bad: "))
        .anyMatch(line -> line.startsWith("[00000002] 2026-03-01 skill good: "));
    Selection selection = Objects.requireNonNull(answer.selection());
    assertThat(selection.selected()).extracting(MemoryRecord::id).containsExactly(good, bad);
    assertThat(selection.stoppedWorking()).containsExactly(bad);
    assertThat(selection.selected().stream().map(it -> AnswerView.compact(it, selection).members()))
        .satisfiesExactly(
            one -> assertThat(one).doesNotContainKey("stopped_working"),
            other -> assertThat(other).containsEntry("stopped_working", JsonValue.of(true)));
    assertThat(memory.ask(ask -> inText(ask).taskDescriptor("tea")).text())
        .doesNotContain("stopped working");
  }

  private String deploying(String name, long worked, long failed) {
    PerformanceStats stats = new PerformanceStats(worked, failed, 0.5, null, null);
    return memory.add(
        skill(name, stats, List.of(new Trigger("deploy", null)), "push"), Remembered::sure);
  }

  @Test
  void every_type_has_compact_content() {
    memory.event("hello");
    memory.add(Remembered.working("t", "going on"));
    memory.add(skill("repair", null, List.of(), "compile"));
    memory.add(plan("move", null, null, "pack"));
    assertThat(
            memory.ask(ask -> ask).results().stream()
                .map(record -> AnswerView.compact(record, null))
                .map(json -> new RecordCodec().write(json.members().get("content"))))
        .containsExactlyInAnyOrder(
            "{\"timeline\":[{\"source\":\"bob\",\"event_kind\":\"x\",\"summary\":\"hello\"}]}",
            "{\"thread_id\":\"t\",\"state\":\"executing\",\"context_summary\":\"going on\"}",
            "{\"skill_name\":\"repair\",\"recipe\":[{\"step\":\"do\",\"tool\":\"compile\"}]}",
            "{\"intent\":\"move\",\"nodes\":[{\"id\":\"n0\",\"op\":\"pack\"}]}");
  }

  @Test
  void records_of_every_view_keep_within_the_tokens() {
    for (int i = 0; i < 10; i++) {
      memory.event("event " + i);
    }
    List<String> all = memory.idsFor(ask -> ask);
    RetrieveAnswer full = memory.ask(ask -> ask.maxTokens(600));
    RetrieveAnswer compact = memory.ask(ask -> ask.view(AnswerView.COMPACT).maxTokens(600));
    assertThat(full.truncated()).isTrue();
    assertThat(ids(full)).isEqualTo(all.subList(0, full.entries().size())).isNotEmpty();
    assertThat(ids(compact)).hasSizeGreaterThan(ids(full).size());
    String json =
        full.results().stream().map(new RecordCodec()::encode).collect(Collectors.joining());
    assertThat(TokenEstimate.of(json)).isLessThanOrEqualTo(600);
    assertThat(memory.ask(ask -> ask.maxTokens(1)).results()).isEmpty();
  }

  @Test
  void a_number_of_tokens_below_zero_is_refused() {
    assertThatThrownBy(() -> memory.ask(ask -> ask.maxTokens(-1)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("max_tokens must be non-negative");
  }

  private static int end(List<String> lines, int count) {
    return Math.min(lines.size(), count)
        - 1
        + lines.stream().limit(count).mapToInt(String::length).sum();
  }
}
