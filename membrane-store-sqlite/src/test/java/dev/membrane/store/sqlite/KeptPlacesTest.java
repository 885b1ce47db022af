package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.RunMatches.Occurrences;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of the words of runs changes no answer, whatever is written between questions. */
final class KeptPlacesTest {

  private static final int STEPS = 100;
  private static final int RUNS = 700;
  private static final int WORDS = 12;
  private static final List<Sensitivity> LEVELS = List.of(Sensitivity.LOW, Sensitivity.MEDIUM);

  @TempDir private Path folder;

  /**
   * What was found.
   *
   * @param ids of the runs that have one of the words
   * @param counts the length of each of them, and how often each word occurs there
   */
  private record Found(long runs, long totalLength, List<String> ids, List<String> counts) {}

  @Test
  void words_are_found_in_the_runs_that_a_look_through_all_finds_while_runs_come_and_go(
      TestInfo test) {
    Random random = Seed.of(test);
    try (SqliteStore file = SqliteStore.open(folder.resolve("membrane.db"));
        InMemoryStore memory = new InMemoryStore()) {
      for (int step = 0; step < Trials.of(STEPS); step++) {
        Changeset changes = changes(random, step);
        file.commit(changes);
        memory.commit(changes);
        for (int i = 0; i < 2; i++) {
          Visibility visibility = visibility(random);
          List<String> words = words(random);
          int latest = random.nextInt(3) > 0 ? 1 + random.nextInt(RUNS) : RUNS;
          assertThat(found(file, visibility, words, latest))
              .as("%s in the %s latest of %s", words, latest, visibility)
              .isEqualTo(found(memory, visibility, words, latest));
        }
      }
    }
  }

  @Test
  void what_was_asked_before_takes_less_work_until_a_run_has_the_word() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("work.db"))) {
      Changeset.Builder changes = Changeset.builder();
      for (int number = 0; number < 30; number++) {
        changes.keepRun(run(number, Map.of("w1", 1, "w2", 1)));
      }
      store.commit(changes.build());
      List<String> asked = IntStream.range(0, 400).mapToObj(i -> "w" + i).toList();
      long first = steps(store, asked);
      long second = steps(store, asked);
      store.commit(Changeset.builder().keepRun(run(30, Map.of("w2", 1))).build());
      long third = steps(store, asked);
      assertThat(second).isPositive().isLessThan(first / 4);
      assertThat(third).isGreaterThan(second).isLessThan(first / 2);
    }
  }

  private static long steps(SqliteStore store, List<String> words) {
    AtomicLong steps = new AtomicLong();
    QueryWorkTest.counting(store, steps, () -> store.matchRuns(Visibility.ALL, words, 30));
    return steps.get();
  }

  private static KeptRun run(int number, Map<String, Integer> words) {
    return new KeptRun(
        "run-" + number, null, Sensitivity.LOW, SampleRecords.START, words, Map.of(), List.of());
  }

  private static Changeset changes(Random random, int step) {
    Changeset.Builder changes = Changeset.builder();
    for (int i = random.nextInt(3); i > 0; i--) {
      changes.dropRun("run-" + random.nextInt(RUNS));
    }
    for (int i = random.nextInt(16); i > 0; i--) {
      changes.keepRun(run(random, step));
    }
    return changes.build();
  }

  /** The latest runs mostly have the greatest numbers. */
  private static KeptRun run(Random random, int step) {
    Map<String, Integer> words = new HashMap<>();
    for (int i = random.nextInt(WORDS); i > 0; i--) {
      words.put("w" + random.nextInt(WORDS), 1 + (random.nextInt(9) > 0 ? 0 : random.nextInt(300)));
    }
    @Nullable String scope = random.nextInt(3) > 0 ? "here" : random.nextBoolean() ? "there" : null;
    return new KeptRun(
        "run-" + random.nextInt(RUNS),
        scope,
        LEVELS.get(random.nextInt(2)),
        SampleRecords.START.plusSeconds(step + random.nextInt(9)),
        words,
        Map.of(),
        List.of());
  }

  /** One in four is of a word that no run has. */
  private static List<String> words(Random random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WORDS + WORDS / 3; i++) {
      if (random.nextBoolean()) {
        words.add("w" + i);
      }
    }
    return words;
  }

  private static Visibility visibility(Random random) {
    @Nullable Set<String> scopes =
        random.nextInt(4) == 0 ? null : Set.of(random.nextInt(3) > 0 ? "here" : "there");
    return new Visibility(LEVELS.get(random.nextInt(2)), scopes);
  }

  private static Found found(
      MemoryStore store, Visibility visibility, List<String> words, int latest) {
    RunMatches found = store.matchRuns(visibility, words, latest);
    List<Long> numbers = found.matches().stream().map(Match::number).toList();
    List<String> ids = store.keptRuns(numbers).stream().map(KeptRun::id).sorted().toList();
    List<String> counts = counts(found);
    return new Found(found.runs(), found.totalLength(), ids, counts);
  }

  private static List<String> counts(RunMatches found) {
    List<StringBuilder> counts = new ArrayList<>();
    found.matches().forEach(match -> counts.add(new StringBuilder(match.length() + ":")));
    for (int word = 0; word < found.words().size(); word++) {
      Occurrences runs = found.words().get(word);
      for (int i = 0; i < runs.size(); i++) {
        counts.get(runs.match(i)).append(" %s x word %s".formatted(runs.count(i), word));
      }
    }
    return counts.stream().map(StringBuilder::toString).sorted().toList();
  }
}
