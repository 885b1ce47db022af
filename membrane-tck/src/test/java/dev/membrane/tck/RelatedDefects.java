package dev.membrane.tck;

import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Relations, scopes and queues gone wrong. */
final class RelatedDefects {

  private RelatedDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "tells of relations on every page from the first",
            "records_are_found_by_what_they_have_a_relation_to",
            related((store, seen, targets, after, most) -> store.related(seen, targets, "", most))),
        new Defect(
            "tells of relations in the order of ids",
            "records_are_found_by_what_they_have_a_relation_to",
            related(
                (store, seen, targets, after, most) ->
                    store.related(seen, targets, after, most).stream().sorted().toList())),
        new Defect(
            "finds the relations to one only",
            "records_with_a_relation_to_one_of_several_are_found_once",
            related(
                (store, seen, targets, after, most) ->
                    store.related(seen, targets.stream().limit(1).toList(), after, most))),
        new Defect(
            "tells of relations of hidden records",
            "relations_of_what_is_not_seen_in_full_are_not_found",
            related(
                (store, seen, targets, after, most) ->
                    store.related(Visibility.ALL, targets, after, most))),
        new Defect(
            "finds relations in all scopes",
            "relations_of_what_is_not_seen_in_full_are_not_found",
            related(
                (store, seen, targets, after, most) ->
                    store.related(new Visibility(seen.ceiling(), null), targets, after, most))),
        new Defect(
            "finds episodes of any key",
            "episodes_are_found_by_their_keys_where_they_begin",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<String> episodes(
                      Visibility visibility, @Nullable String key, String after, int limit) {
                    return super.episodes(visibility, null, after, limit);
                  }
                }),
        new Defect(
            "tells of episodes of all levels",
            "episodes_that_are_not_seen_in_full_are_not_found",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<String> episodes(
                      Visibility visibility, @Nullable String key, String after, int limit) {
                    Visibility all = new Visibility(Visibility.ALL.ceiling(), visibility.scopes());
                    return super.episodes(all, key, after, limit);
                  }
                }),
        new Defect(
            "counts records of all levels",
            "scopes_are_told_with_how_many_records_are_seen_in_full",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<ScopeCount> scopes(Visibility visibility) {
                    return super.scopes(
                        new Visibility(Visibility.ALL.ceiling(), visibility.scopes()));
                  }
                }),
        new Defect(
            "tells of no queue in which nothing was tried",
            "what_waits_is_told_for_each_queue",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<QueueLoad> queues() {
                    return super.queues().stream().filter(queue -> queue.tried() > 0).toList();
                  }
                }),
        new Defect(
            "leaves out what has no scope",
            "scopes_are_told_with_how_many_records_are_seen_in_full",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<ScopeCount> scopes(Visibility visibility) {
                    return super.scopes(visibility).stream()
                        .filter(count -> count.scope() != null)
                        .toList();
                  }
                }),
        new Defect(
            "tells of the scopes of others",
            "scopes_are_told_with_how_many_records_are_seen_in_full",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<ScopeCount> scopes(Visibility visibility) {
                    return super.scopes(new Visibility(visibility.ceiling(), null));
                  }
                }));
  }

  private interface Wrong {
    List<String> related(
        Sound store, Visibility visibility, Collection<String> targets, String after, int limit);
  }

  private interface Sound {
    List<String> related(
        Visibility visibility, Collection<String> targets, String after, int limit);
  }

  private static Supplier<DelegatingStore> related(Wrong wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<String> related(
              Visibility visibility, Collection<String> targets, String after, int limit) {
            return wrong.related(super::related, visibility, targets, after, limit);
          }
        };
  }
}
