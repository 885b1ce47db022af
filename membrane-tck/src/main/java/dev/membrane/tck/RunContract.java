package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.RunMatches.Occurrences;
import dev.membrane.spi.search.Visibility;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Runs that tasks are compared with. */
interface RunContract extends StoreUnderTest {

  /** More than a test keeps. */
  int MANY = 4_096;

  /** What was found, without the numbers, which are the store's own. */
  record MatchedRuns(long runs, long totalLength, Map<KeptRun, Map<String, Integer>> counts) {

    static MatchedRuns of(long runs, long totalLength, KeptRun run, Map<String, Integer> counts) {
      return new MatchedRuns(runs, totalLength, Map.of(run, counts));
    }
  }

  @Test
  default void a_run_is_found_by_its_words_and_read_as_it_was_kept() {
    String term = "t".repeat(5_000);
    KeptRun plain = Runs.run("run", Map.of("apple", 2, "päar", 1, term, 3, "don't", 1));
    KeptRun odd = Runs.odd();
    keep(plain, odd);
    assertThat(find(Visibility.ALL, MANY, "apple", "plum", "päar"))
        .isEqualTo(
            new MatchedRuns(
                2, 8, Map.of(plain, Map.of("apple", 2, "päar", 1), odd, Map.of("apple", 1))));
    assertThat(find(Visibility.ALL, MANY, term, "don't"))
        .isEqualTo(MatchedRuns.of(2, 8, plain, Map.of(term, 3, "don't", 1)));
    assertThat(store().keptRunsOf(List.of(odd.id()))).containsExactly(odd);
  }

  @Test
  default void without_a_word_that_a_run_has_it_is_counted_and_not_found() {
    assertThat(find(Visibility.ALL, 1, "apple")).isEqualTo(new MatchedRuns(0, 0, Map.of()));
    KeptRun silent =
        new KeptRun("x", null, Sensitivity.LOW, Samples.START, Map.of(), Map.of(), List.of());
    keep(silent, Runs.run("a", Map.of("apple", 2)), Runs.run("b", Map.of("pear", 5)));
    assertThat(find(Visibility.ALL, MANY)).isEqualTo(new MatchedRuns(3, 7, Map.of()));
    assertThat(find(Visibility.ALL, MANY, "app", "apples", "APPLE"))
        .isEqualTo(new MatchedRuns(3, 7, Map.of()));
    assertThat(store().keptRuns(List.of())).isEmpty();
    assertThat(store().keptRunsOf(List.of())).isEmpty();
    assertThat(store().keptRunsOf(List.of("b", "unknown", "b", "x")))
        .extracting(KeptRun::id)
        .containsExactlyInAnyOrder("b", "x");
    assertThat(store().keptRuns(List.of(-7L, Long.MAX_VALUE))).isEmpty();
  }

  @Test
  default void only_runs_that_are_seen_in_full_are_looked_at() {
    List<KeptRun> runs = new ArrayList<>();
    for (String scope : new String[] {null, "mine", "other"}) {
      for (Sensitivity level : Sensitivity.values()) {
        Map<String, Integer> words = Map.of("apple", 1 + runs.size());
        runs.add(
            new KeptRun(
                "run-" + runs.size(), scope, level, Samples.START, words, Map.of(), List.of()));
      }
    }
    keep(runs.toArray(KeptRun[]::new));
    List<Visibility> all = new ArrayList<>();
    for (Sensitivity ceiling : Sensitivity.values()) {
      all.add(new Visibility(ceiling, null));
      all.add(new Visibility(ceiling, Set.of()));
      all.add(new Visibility(ceiling, Set.of("mine", "unknown")));
      all.add(new Visibility(ceiling, Set.of("mine", "other")));
    }
    for (Visibility visibility : all) {
      assertThat(find(visibility, MANY, "apple"))
          .as("%s", visibility)
          .isEqualTo(Runs.found(runs, visibility, MANY, "apple"));
    }
  }

  @Test
  default void of_many_runs_the_latest_are_looked_at_then_those_with_the_greater_ids() {
    List<KeptRun> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      // The later ones are kept first, and in each of two scopes.
      runs.add(
          new KeptRun(
              "run-" + (i * 7 % 40),
              i % 2 == 0 ? "mine" : null,
              Runs.LEVELS.get(i % 3),
              Samples.START.plusSeconds((40 - i) / 4),
              Map.of("apple", 1 + i, "pear", 1),
              Map.of(),
              List.of()));
    }
    keep(runs.toArray(KeptRun[]::new));
    for (int latest : List.of(1, 2, 7, 39, 40, 41)) {
      for (Visibility visibility :
          List.of(
              Visibility.ALL,
              new Visibility(Sensitivity.LOW, null),
              new Visibility(Sensitivity.LOW, Set.of()),
              new Visibility(Sensitivity.HYPER, Set.of("mine")))) {
        assertThat(find(visibility, latest, "apple", "plum"))
            .as("%s of %s", latest, visibility)
            .isEqualTo(Runs.found(runs, visibility, latest, "apple", "plum"));
      }
    }
  }

  @Test
  default void a_run_takes_the_place_of_one_of_the_same_id() {
    KeptRun other = Runs.run("other", Map.of("apple", 1));
    KeptRun before = Runs.run("run", Map.of("apple", 2, "pear", 1));
    KeptRun between = Runs.run("run", Map.of("between", 1));
    KeptRun after =
        new KeptRun(
            "run",
            "mine",
            Sensitivity.HIGH,
            Samples.START.plusSeconds(1),
            Map.of("apple", 1, "plum", 4),
            Map.of("tool", 1),
            List.of("procedure:a"));
    keep(other, before);
    keep(between, after);
    assertThat(find(Visibility.ALL, MANY, "apple", "pear", "plum", "between"))
        .isEqualTo(
            new MatchedRuns(
                2, 6, Map.of(other, Map.of("apple", 1), after, Map.of("apple", 1, "plum", 4))));
    assertThat(find(new Visibility(Sensitivity.LOW, Set.of()), MANY, "apple", "pear"))
        .isEqualTo(MatchedRuns.of(1, 1, other, Map.of("apple", 1)));
  }

  @Test
  default void a_dropped_run_is_gone_and_one_that_is_not_kept_may_be_dropped() {
    KeptRun gone = Runs.run("gone", Map.of("apple", 2));
    KeptRun stays = Runs.run("stays", Map.of("apple", 1));
    keep(gone, stays);
    List<Long> numbers = numbers("apple");
    store().commit(Changeset.builder().dropRun("gone").dropRun("unknown").build());
    assertThat(find(Visibility.ALL, MANY, "apple"))
        .isEqualTo(MatchedRuns.of(1, 1, stays, Map.of("apple", 1)));
    assertThat(store().keptRuns(numbers)).containsExactly(stays);
    store().commit(Changeset.builder().dropRun("gone").build());
    keep(gone);
    assertThat(find(Visibility.ALL, MANY, "apple").counts()).containsOnlyKeys(gone, stays);
  }

  @Test
  default void one_commit_drops_runs_before_it_keeps_any() {
    KeptRun before = Runs.run("run", Map.of("apple", 2));
    KeptRun after = Runs.run("run", Map.of("pear", 3));
    keep(before);
    store().commit(Changeset.builder().keepRun(after).dropRun("run").build());
    assertThat(find(Visibility.ALL, MANY, "apple", "pear"))
        .isEqualTo(MatchedRuns.of(1, 3, after, Map.of("pear", 3)));
  }

  @Test
  default void a_run_outlives_its_episode() {
    Sample episode = new Samples().fact().terms("apple");
    KeptRun run = Runs.run(episode.id(), Map.of("apple", 1));
    Writing.insert(store(), episode);
    keep(run);
    Writing.commit(store(), episode.delete(1));
    assertThat(find(Visibility.ALL, MANY, "apple"))
        .isEqualTo(MatchedRuns.of(1, 1, run, Map.of("apple", 1)));
  }

  @Test
  default void after_random_commits_what_is_found_is_what_a_look_through_all_runs_finds(
      TestInfo test) {
    Random random = Seed.of(test);
    Map<String, KeptRun> kept = new TreeMap<>();
    for (int commit = 0; commit < 60; commit++) {
      Changeset.Builder changes = Changeset.builder();
      for (int i = random.nextInt(4); i > 0; i--) {
        String id = Runs.id(random);
        changes.dropRun(id);
        kept.remove(id);
      }
      for (int i = random.nextInt(6); i > 0; i--) {
        KeptRun run = Runs.next(random);
        changes.keepRun(run);
        kept.put(run.id(), run);
      }
      store().commit(changes.build());
      Visibility visibility = Runs.visibility(random);
      int latest = 1 + random.nextInt(20);
      assertThat(find(visibility, latest, Runs.WORDS))
          .isEqualTo(Runs.found(kept.values(), visibility, latest, Runs.WORDS));
    }
  }

  private void keep(KeptRun... runs) {
    Changeset.Builder changes = Changeset.builder();
    for (KeptRun run : runs) {
      changes.keepRun(run);
    }
    store().commit(changes.build());
  }

  private List<Long> numbers(String word) {
    return store().matchRuns(Visibility.ALL, List.of(word), MANY).matches().stream()
        .map(Match::number)
        .toList();
  }

  private MatchedRuns find(Visibility visibility, int latest, String... words) {
    RunMatches matches = store().matchRuns(visibility, List.of(words), latest);
    List<Long> numbers = matches.matches().stream().map(Match::number).toList();
    Map<String, KeptRun> runs =
        store().keptRuns(numbers).stream()
            .collect(Collectors.toMap(KeptRun::id, Function.identity()));
    assertThat(runs).hasSameSizeAs(numbers);
    List<Map<String, Integer>> countsByMatch = counts(matches, words);
    Map<KeptRun, Map<String, Integer>> counts = new HashMap<>();
    for (int i = 0; i < countsByMatch.size(); i++) {
      Match match = matches.matches().get(i);
      KeptRun run = store().keptRuns(List.of(match.number())).get(0);
      assertThat(run).isEqualTo(runs.get(run.id()));
      assertThat(match.length()).isEqualTo(run.length());
      counts.put(run, countsByMatch.get(i));
    }
    return new MatchedRuns(matches.runs(), matches.totalLength(), counts);
  }

  private static List<Map<String, Integer>> counts(RunMatches found, String... words) {
    List<Map<String, Integer>> counts = new ArrayList<>();
    found.matches().forEach(match -> counts.add(new HashMap<>()));
    assertThat(found.words()).hasSameSizeAs(words);
    for (int word = 0; word < words.length; word++) {
      Occurrences runs = found.words().get(word);
      for (int i = 0; i < runs.size(); i++) {
        Integer before = counts.get(runs.match(i)).put(words[word], runs.count(i));
        assertThat(before).as("%s is found once in a run", words[word]).isNull();
      }
    }
    return counts;
  }

  /** Makes runs, and looks through them. */
  final class Runs {

    static final String[] WORDS = {"apple", "pear", "plum", "fig", "no-one"};

    static final List<Sensitivity> LEVELS = List.of(Sensitivity.values());

    private static final Comparator<KeptRun> LATEST_FIRST =
        Comparator.comparing(KeptRun::at).thenComparing(KeptRun::id).reversed();

    private Runs() {}

    static KeptRun run(String id, Map<String, Integer> words) {
      return new KeptRun(id, null, Sensitivity.LOW, Samples.START, words, Map.of(), List.of());
    }

    /** Names and instants that are hard to keep. */
    static KeptRun odd() {
      return new KeptRun(
          "r".repeat(5_000),
          Payloads.ODD_TEXT,
          Sensitivity.HYPER,
          Samples.START.minusSeconds(90_000_000_000L).plusNanos(1_000),
          Map.of("apple", 1),
          Map.of(Payloads.ODD_TEXT, 1, "book flight", Integer.MAX_VALUE),
          List.of("procedure:b", "procedure:a", "procedure:b"));
    }

    static KeptRun next(Random random) {
      Map<String, Integer> words = new HashMap<>();
      for (int i = 0; i < WORDS.length - 1; i++) {
        if (random.nextInt(3) == 0) {
          words.put(WORDS[i], 1 + random.nextInt(3));
        }
      }
      return new KeptRun(
          id(random),
          new String[] {null, "alpha", "beta"}[random.nextInt(3)],
          LEVELS.get(random.nextInt(LEVELS.size())),
          Samples.START.plusSeconds(random.nextInt(10)),
          words,
          Map.of("tool", 1 + random.nextInt(3)),
          List.of("group-" + random.nextInt(3)));
    }

    static String id(Random random) {
      return "run-" + random.nextInt(40);
    }

    static Visibility visibility(Random random) {
      Sensitivity ceiling = LEVELS.get(random.nextInt(LEVELS.size()));
      return switch (random.nextInt(4)) {
        case 0 -> new Visibility(ceiling, null);
        case 1 -> new Visibility(ceiling, Set.of());
        case 2 -> new Visibility(ceiling, Set.of("alpha"));
        default -> new Visibility(ceiling, Set.of("alpha", "beta"));
      };
    }

    static MatchedRuns found(
        Iterable<KeptRun> all, Visibility visibility, int latest, String... words) {
      List<KeptRun> seen = new ArrayList<>();
      for (KeptRun run : all) {
        if (visibility.sees(run.scope(), run.sensitivity())) {
          seen.add(run);
        }
      }
      seen.sort(LATEST_FIRST);
      seen = seen.subList(0, Math.min(latest, seen.size()));
      Map<KeptRun, Map<String, Integer>> counts = new HashMap<>();
      for (KeptRun run : seen) {
        Map<String, Integer> count = new HashMap<>(run.words());
        count.keySet().retainAll(List.of(words));
        if (!count.isEmpty()) {
          counts.put(run, count);
        }
      }
      return new MatchedRuns(seen.size(), seen.stream().mapToLong(KeptRun::length).sum(), counts);
    }
  }
}
