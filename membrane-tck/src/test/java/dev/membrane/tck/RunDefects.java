package dev.membrane.tck;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Kept runs gone wrong. */
final class RunDefects {

  private RunDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "finds runs that the caller may not see",
            "only_runs_that_are_seen_in_full_are_looked_at",
            asked((visibility, latest) -> new Asked(Visibility.ALL, latest))),
        new Defect(
            "finds runs of one level above",
            "only_runs_that_are_seen_in_full_are_looked_at",
            RedactedToo::new),
        new Defect(
            "looks at all runs, however many are asked for",
            "of_many_runs_the_latest_are_looked_at_then_those_with_the_greater_ids",
            asked((visibility, latest) -> new Asked(visibility, Integer.MAX_VALUE))),
        new Defect(
            "looks at one run more than is asked for",
            "of_many_runs_the_latest_are_looked_at_then_those_with_the_greater_ids",
            asked((visibility, latest) -> new Asked(visibility, latest + 1))),
        new Defect(
            "counts each word of a run once in its length",
            "a_run_is_found_by_its_words_and_read_as_it_was_kept",
            WithoutRepetitions::new),
        new Defect(
            "tells counts in another order than that of the words",
            "a_run_is_found_by_its_words_and_read_as_it_was_kept",
            ReversesWords::new),
        new Defect(
            "counts only runs that have one of the words",
            "without_a_word_that_a_run_has_it_is_counted_and_not_found",
            found(RunDefects::ofMatchesAlone)),
        new Defect(
            "keeps dropped runs",
            "a_dropped_run_is_gone_and_one_that_is_not_kept_may_be_dropped",
            changing(it -> changed(it, List.of(), it.runsKept()))),
        new Defect(
            "loses a run that takes the place of another",
            "a_run_takes_the_place_of_one_of_the_same_id",
            LosesReplaced::new),
        new Defect(
            "drops what it has just kept",
            "one_commit_drops_runs_before_it_keeps_any",
            DropsLast::new),
        new Defect(
            "takes a run away with its episode",
            "a_run_outlives_its_episode",
            changing(
                it ->
                    changed(
                        it,
                        it.changes().stream().map(change -> change.id()).toList(),
                        it.runsKept()))),
        new Defect(
            "forgets how often a tool was called",
            "a_run_is_found_by_its_words_and_read_as_it_was_kept",
            changing(
                it ->
                    changed(
                        it,
                        it.runsDropped(),
                        it.runsKept().stream().map(RunDefects::withToolsCalledOnce).toList()))));
  }

  private record Asked(Visibility visibility, int latest) {}

  private interface Asks {
    Asked instead(Visibility visibility, int latest);
  }

  private static Supplier<DelegatingStore> asked(Asks wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
            Asked instead = wrong.instead(visibility, latest);
            return super.matchRuns(instead.visibility(), words, instead.latest());
          }
        };
  }

  private static Supplier<DelegatingStore> found(UnaryOperator<RunMatches> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
            return wrong.apply(super.matchRuns(visibility, words, latest));
          }
        };
  }

  private static RunMatches ofMatchesAlone(RunMatches found) {
    long length = found.matches().stream().mapToLong(RunMatches.Match::length).sum();
    return new RunMatches(found.matches().size(), length, found.matches(), found.words());
  }

  private static Supplier<DelegatingStore> changing(UnaryOperator<Changeset> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public void commit(Changeset changeset) {
            super.commit(wrong.apply(changeset));
          }
        };
  }

  private static Changeset changed(Changeset it, List<String> dropped, List<KeptRun> kept) {
    return new Changeset(
        it.changes(),
        it.embeddings(),
        it.keysRemoved(),
        it.keysAdded(),
        it.rowsDone(),
        it.rowsAdded(),
        dropped,
        kept,
        it.rationalesErased(),
        it.history());
  }

  private static KeptRun withToolsCalledOnce(KeptRun run) {
    Map<String, Integer> once = new HashMap<>(run.tools());
    once.replaceAll((tool, calls) -> 1);
    return new KeptRun(
        run.id(), run.scope(), run.sensitivity(), run.at(), run.words(), once, run.groups());
  }

  private static final class RedactedToo extends DelegatingStore {

    @Override
    public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
      Visibility wider = visibility;
      for (Sensitivity level : Sensitivity.values()) {
        if (visibility.ceiling().isOneBelow(level)) {
          wider = new Visibility(level, visibility.scopes());
        }
      }
      return super.matchRuns(wider, words, latest);
    }
  }

  private static final class WithoutRepetitions extends DelegatingStore {

    @Override
    public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
      RunMatches found = super.matchRuns(visibility, words, latest);
      int[] lengths = new int[found.matches().size()];
      for (RunMatches.Occurrences word : found.words()) {
        IntStream.range(0, word.size()).forEach(i -> lengths[word.match(i)]++);
      }
      List<RunMatches.Match> matches =
          IntStream.range(0, lengths.length)
              .mapToObj(i -> new RunMatches.Match(found.matches().get(i).number(), lengths[i]))
              .toList();
      return new RunMatches(found.runs(), found.totalLength(), matches, found.words());
    }
  }

  private static final class ReversesWords extends DelegatingStore {

    @Override
    public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
      List<String> reversed = new ArrayList<>(words);
      Collections.reverse(reversed);
      return super.matchRuns(visibility, reversed, latest);
    }
  }

  private static final class LosesReplaced extends DelegatingStore {

    private final Set<String> ids = new HashSet<>();

    @Override
    public void commit(Changeset changeset) {
      List<KeptRun> kept = changeset.runsKept();
      List<String> replaced = kept.stream().map(KeptRun::id).filter(ids::contains).toList();
      super.commit(
          changed(
              changeset,
              replaced,
              kept.stream().filter(run -> !replaced.contains(run.id())).toList()));
      kept.forEach(run -> ids.add(run.id()));
    }
  }

  private static final class DropsLast extends DelegatingStore {

    @Override
    public void commit(Changeset changeset) {
      super.commit(changed(changeset, List.of(), changeset.runsKept()));
      changeset.runsDropped().forEach(id -> super.commit(Changeset.builder().dropRun(id).build()));
    }
  }
}
