package dev.membrane.tck;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Neighbours and vectors gone wrong. */
final class NearnessDefects {

  private static final int ALL = 100_000;

  private static final Comparator<Neighbour> NEAREST_FIRST =
      Comparator.comparing(near -> Math.abs(near.distance()));

  private NearnessDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "takes what came before for what came after",
            "neighbours_are_what_was_inserted_just_before_and_just_after",
            beside(NearnessDefects::turned)),
        new Defect(
            "tells nothing of what came after",
            "neighbours_are_what_was_inserted_just_before_and_just_after",
            beside(found -> with(found, all -> all.filter(near -> near.distance() < 0)))),
        new Defect(
            "counts only neighbours that pass",
            "a_position_whose_record_does_not_pass_is_a_hole",
            beside(NearnessDefects::withoutHoles)),
        new Defect(
            "tells of the farthest neighbours last",
            "all_within_reach_come_in_the_order_of_their_arrival",
            beside(found -> with(found, all -> all.sorted(NEAREST_FIRST)))),
        new Defect(
            "reaches one position less far",
            "all_within_reach_come_in_the_order_of_their_arrival",
            reaching(reach -> reach < 2 ? reach : reach - 1)),
        new Defect(
            "reaches one position farther",
            "all_within_reach_come_in_the_order_of_their_arrival",
            reaching(reach -> reach == Neighbours.MAX_REACH ? reach : reach + 1)),
        new Defect(
            "takes any reach",
            "the_farthest_reach_is_a_hundred_each_way",
            reaching(reach -> Math.min(Neighbours.MAX_REACH, Math.max(1, reach)))),
        new Defect(
            "lets hidden records stand between others",
            "what_may_not_be_seen_in_full_stands_between_nobody",
            askingBeside(filter -> filter.withVisibility(Visibility.ALL).withRedacted(false))),
        new Defect(
            "lets retired records stand between others",
            "what_is_retired_stands_between_nobody_unless_it_counts",
            askingBeside(filter -> filter.withRetired(true))),
        new Defect(
            "tells of neighbours that do not pass",
            "a_neighbour_that_does_not_pass_is_left_out_and_none_takes_its_place",
            askingBeside(filter -> filter.withTags(Set.of()))),
        new Defect(
            "gives the farthest first",
            "the_nearest_come_first_and_tell_how_near_they_are",
            near(
                (vectors, filter, model, vector, limit) -> {
                  List<Vectors.Near> all =
                      new ArrayList<>(vectors.nearest(filter, model, vector, limit));
                  Collections.reverse(all);
                  return all;
                })),
        new Defect(
            "filters the nearest after it limits",
            "the_nearest_pass_the_whole_filter_and_what_does_not_never_uses_up_the_limit",
            near(
                (vectors, filter, model, vector, limit) -> {
                  Set<Vectors.Near> passing =
                      Set.copyOf(vectors.nearest(filter, model, vector, ALL));
                  return vectors.nearest(filter.withTags(Set.of()), model, vector, limit).stream()
                      .filter(passing::contains)
                      .toList();
                })),
        new Defect(
            "finds by meaning what may be seen only in outline",
            "a_vector_stays_when_its_record_changes_and_goes_with_it",
            near(
                (vectors, filter, model, vector, limit) ->
                    vectors.nearest(
                        filter.redactedToo()
                            ? filter.withVisibility(Visibility.ALL).withRedacted(false)
                            : filter,
                        model,
                        vector,
                        limit))),
        new Defect(
            "compares vectors of different models",
            "vectors_of_another_model_or_other_dimensions_are_as_good_as_none",
            () ->
                new Altered() {
                  @Override
                  public void commit(Changeset changeset) {
                    super.commit(renamed(changeset));
                  }
                }),
        new Defect(
            "forgets embeddings",
            "a_record_and_its_vector_can_be_one_commit",
            () ->
                new Altered() {
                  @Override
                  public void commit(Changeset changeset) {
                    super.commit(with(changeset, List.of()));
                  }
                }));
  }

  private static Supplier<DelegatingStore> beside(UnaryOperator<Neighbours> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
            return super.neighbours(filter, ids, reach).stream().map(wrong).toList();
          }
        };
  }

  private static Supplier<DelegatingStore> askingBeside(UnaryOperator<Filter> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
            return super.neighbours(wrong.apply(filter), ids, reach);
          }
        };
  }

  private static Supplier<DelegatingStore> reaching(IntUnaryOperator wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
            return super.neighbours(filter, ids, wrong.applyAsInt(reach));
          }
        };
  }

  private static Neighbours turned(Neighbours found) {
    return with(
        found,
        all ->
            all.map(near -> new Neighbour(-near.distance(), near.hit()))
                .sorted(Comparator.comparing(Neighbour::distance)));
  }

  private static Neighbours withoutHoles(Neighbours found) {
    int before = (int) found.all().stream().filter(near -> near.distance() < 0).count();
    List<Neighbour> all = new ArrayList<>();
    for (Neighbour near : found.all()) {
      int place = all.size() - before;
      all.add(new Neighbour(place < 0 ? place : place + 1, near.hit()));
    }
    return new Neighbours(found.id(), found.length(), all);
  }

  private static Neighbours with(Neighbours found, UnaryOperator<Stream<Neighbour>> wrong) {
    return new Neighbours(found.id(), found.length(), wrong.apply(found.all().stream()).toList());
  }

  private interface Search {
    List<Vectors.Near> nearest(
        Vectors sound, Filter filter, String model, Vector vector, int limit);
  }

  private static Supplier<DelegatingStore> near(Search wrong) {
    return () ->
        new Altered() {
          @Override
          List<Vectors.Near> nearest(
              Vectors sound, Filter filter, String model, Vector vector, int limit) {
            return wrong.nearest(sound, filter, model, vector, limit);
          }
        };
  }

  /** Passes questions about vectors on, one of them by way of a method of its own. */
  private static class Altered extends DelegatingStore {

    List<Vectors.Near> nearest(
        Vectors sound, Filter filter, String model, Vector vector, int limit) {
      return sound.nearest(filter, model, vector, limit);
    }

    @Override
    public Optional<Vectors> vectors() {
      return super.vectors().map(Passing::new);
    }

    private final class Passing implements Vectors {

      private final Vectors sound;

      Passing(Vectors sound) {
        this.sound = sound;
      }

      @Override
      public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
        return Altered.this.nearest(sound, filter, model, vector, limit);
      }

      @Override
      public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
        return sound.cosines(model, vector, ids);
      }

      @Override
      public List<String> without(String model, String after, int limit) {
        return sound.without(model, after, limit);
      }
    }
  }

  private static Changeset renamed(Changeset changeset) {
    return with(
        changeset,
        changeset.embeddings().stream()
            .map(each -> new Embedding(each.id(), VectorContract.MODEL, each.vector()))
            .toList());
  }

  private static Changeset with(Changeset changeset, List<Embedding> embeddings) {
    return new Changeset(
        changeset.changes(),
        embeddings,
        changeset.keysRemoved(),
        changeset.keysAdded(),
        changeset.rowsDone(),
        changeset.rowsAdded(),
        changeset.runsDropped(),
        changeset.runsKept(),
        changeset.rationalesErased(),
        changeset.history());
  }
}
