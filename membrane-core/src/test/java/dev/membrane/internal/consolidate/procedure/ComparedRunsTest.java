package dev.membrane.internal.consolidate.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Notebook;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparedRunsTest {

  private static final int MAX = 2_048;
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final Map<String, JsonObject> notes = new HashMap<>();
  private final ComparedRuns kept = new ComparedRuns(notebook());
  private final List<String> gone = new ArrayList<>();

  private Notebook notebook() {
    return (Notebook)
        Proxy.newProxyInstance(
            Notebook.class.getClassLoader(),
            new Class<?>[] {Notebook.class},
            (self, method, given) ->
                switch (method.getName()) {
                  case "read" -> notes.getOrDefault(given[0], NOTHING);
                  case "write" -> notes.put((String) given[0], (JsonObject) given[1]);
                  default -> null;
                });
  }

  private void keep(String set, int from, int to) {
    for (int i = from; i < to; i++) {
      gone.addAll(kept.keep(set + "-" + i, time(i), set));
    }
  }

  private static Instant time(int second) {
    return Instant.EPOCH.plusSeconds(second);
  }

  private long count(String set, int to) {
    return IntStream.range(0, to).filter(i -> kept.has(set + "-" + i)).count();
  }

  @Test
  void what_is_done_often_leaves_what_was_done_rarely() {
    keep("water", 0, 16);
    keep("track", 16, MAX + 512);
    assertThat(gone).contains("track-16").doesNotContain("track-" + (MAX + 511));
    assertThat(gone.size()).isBetween(512, 640);
    assertThat(count("water", 16)).isGreaterThanOrEqualTo(8);
  }

  @Test
  void of_what_was_done_once_the_earliest_goes() {
    for (int i = 0; i < MAX + 512; i++) {
      keep("set" + i, i, i + 1);
    }
    assertThat(gone).contains("set0-0").doesNotContain("set" + (MAX + 511) + "-" + (MAX + 511));
    assertThat(gone.size()).isBetween(512, 640);
  }

  @Test
  void the_runs_of_a_set_are_found_in_all_notes_and_can_be_removed() {
    keep("water", 0, 40);
    keep("track", 40, 80);
    assertThat(kept.ofSet("water")).hasSize(40).allMatch(id -> id.startsWith("water"));
    kept.ofSet("water").forEach(kept::remove);
    assertThat(count("water", 40)).isZero();
    assertThat(count("track", 80)).isEqualTo(40);
  }

  @Test
  void successes_of_one_instant_are_kept_as_any_others() {
    for (int i = 0; i < 600; i++) {
      gone.addAll(kept.keep("water-" + i, Instant.EPOCH, "water"));
    }
    assertThat(gone).isEmpty();
    assertThat(count("water", 600)).isEqualTo(600);
  }

  @Test
  void a_note_stays_small() {
    keep("track", 0, MAX + 512);
    assertThat(notes).hasSize(16);
    assertThat(notes.values())
        .allSatisfy(note -> assertThat(new RecordCodec().write(note)).hasSizeLessThan(16_000));
  }
}
