package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.History;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Former values of keys, for stores that keep former states; others skip these tests. */
interface FormerKeyContract extends StoreUnderTest {

  /** How the names of keys begin whose values are kept here. */
  String KIND = "count:";

  private History history() {
    assumeTrue(store().history().isPresent(), "the store keeps no former states");
    return store().history().orElseThrow();
  }

  private static Instant second(int seconds) {
    return Samples.START.plusSeconds(seconds);
  }

  private static Key key(String name, String value) {
    return new Key(name, value, null);
  }

  private void commit(int second, Changeset.Builder changes) {
    store().commit(changes.build().with(steps(second)));
  }

  private static HistorySteps steps(int second) {
    return HistorySteps.NONE.keptAt(second(second), List.of("other:", KIND));
  }

  /** Puts a key in the place of another; null: there is none. */
  private void exchange(int second, @Nullable Key before, @Nullable Key after) {
    Changeset.Builder changes = Changeset.builder();
    if (before != null) {
      changes.removeKey(before);
    }
    if (after != null) {
      changes.addKey(after);
    }
    commit(second, changes);
  }

  private List<Key> at(int second, String... names) {
    return history().keys(second(second), List.of(names));
  }

  private void assertNoFault() {
    Inspected inspected = new Inspected();
    store().inspect(inspected);
    assertThat(inspected.faults()).isEmpty();
  }

  @Test
  default void a_key_is_what_it_was_at_an_instant() {
    history();
    Key one = key(KIND + "a", "1");
    Key two = new Key(KIND + "a", Payloads.ODD_TEXT, Payloads.ODD_TEXT);
    exchange(2, null, one);
    exchange(4, one, two);
    exchange(6, two, null);
    exchange(8, null, one);
    assertThat(at(1, one.name())).isEmpty();
    assertThat(at(2, one.name())).containsExactly(one);
    assertThat(at(3, one.name())).containsExactly(one);
    assertThat(at(4, one.name(), one.name(), "unknown")).containsExactly(two);
    assertThat(at(6, one.name())).isEmpty();
    assertThat(at(8, one.name())).containsExactly(one);
    assertThat(at(9)).isEmpty();
    assertThat(store().find(List.of(one.name()))).containsExactly(one);
    assertNoFault();
  }

  @Test
  default void only_keys_of_the_kinds_that_are_named_are_kept() {
    history();
    Key one = key("else:" + KIND, "1");
    exchange(2, null, one);
    exchange(4, one, key(one.name(), "2"));
    assertThat(at(1, one.name())).containsExactly(key(one.name(), "2"));
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void without_an_instant_no_key_is_kept() {
    history();
    Key one = key(KIND + "a", "1");
    Changeset add = Changeset.builder().addKey(one).build();
    store().commit(add);
    assertThat(at(1, one.name())).containsExactly(one);
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void of_two_changes_at_one_instant_and_of_an_earlier_one_the_first_was_seen() {
    history();
    Key one = key(KIND + "a", "1");
    Key two = key(KIND + "a", "2");
    Key three = key(KIND + "a", "3");
    exchange(2, null, one);
    exchange(5, one, two);
    exchange(5, two, three);
    exchange(4, three, two);
    exchange(7, two, one);
    assertThat(at(3, one.name())).containsExactly(one);
    assertThat(at(4, one.name())).containsExactly(one);
    assertThat(at(5, one.name())).containsExactly(two);
    assertThat(at(7, one.name())).containsExactly(one);
  }

  @Test
  default void the_keys_of_a_record_that_keeps_its_versions_stay_and_else_go_with_it() {
    history();
    Sample owner = new Samples().fact().with(b -> b.createdAt(second(1)).updatedAt(second(1)));
    commit(1, Changeset.builder().change(owner.insert()));
    Key kept = new Key(KIND + "a", "1", owner.id());
    Key other = new Key("else:a", "1", owner.id());
    commit(2, Changeset.builder().addKey(kept).addKey(other));
    Change pruned = new Change.Delete(owner.id(), 1, owner.audit(), true);
    commit(4, Changeset.builder().change(pruned));
    assertThat(store().find(List.of(kept.name(), other.name()))).isEmpty();
    assertThat(at(1, kept.name())).isEmpty();
    assertThat(at(3, kept.name(), other.name())).containsExactly(kept);
    assertThat(at(4, kept.name())).isEmpty();
    assertNoFault();
    store().commit(Changeset.builder().eraseVersions(owner.id()).build());
    assertThat(at(3, kept.name())).isEmpty();
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void a_deletion_takes_the_former_keys_of_the_record() {
    history();
    Sample owner = new Samples().fact();
    Key first = new Key(KIND + "a", "1", owner.id());
    Key last = new Key(KIND + "a", "2", owner.id());
    store().commit(Changeset.builder().change(owner.insert()).build());
    exchange(2, null, first);
    exchange(4, first, last);
    commit(6, Changeset.builder().change(owner.delete(1)));
    assertThat(at(3, first.name())).isEmpty();
    assertThat(history().oldestEnd()).isEmpty();
    assertNoFault();
  }

  @Test
  default void an_erasure_takes_the_former_values_of_the_keys_that_it_replaces() {
    history();
    Key one = key(KIND + "a", "1");
    Key two = key(KIND + "a", "2");
    Key three = key(KIND + "a", "3");
    exchange(2, null, one);
    exchange(4, one, two);
    Changeset erasure = Changeset.builder().removeKey(two).addKey(three).erasing().build();
    store().commit(erasure.with(erasure.history().keptAt(second(6), List.of(KIND))));
    assertThat(at(1, one.name())).containsExactly(three);
    assertThat(at(5, one.name())).containsExactly(three);
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void an_erasure_takes_the_former_values_of_keys_that_it_names_whether_they_are_there() {
    history();
    Key one = key(KIND + "a", "1");
    Key other = key(KIND + "b", "1");
    for (Key each : List.of(one, other)) {
      exchange(2, null, each);
      exchange(4, each, null);
    }
    store().commit(Changeset.builder().eraseFormerKey(one.name()).eraseFormerKey("none").build());
    assertThat(at(3, one.name())).isEmpty();
    assertThat(at(3, other.name())).containsExactly(other);
  }

  @Test
  default void former_keys_expire() {
    history();
    Key one = key(KIND + "a", "1");
    Key two = key(KIND + "a", "2");
    exchange(2, null, one);
    exchange(4, one, two);
    assertThat(history().oldestEnd()).contains(second(2));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(4))));
    assertThat(history().oldestEnd()).contains(second(4));
    assertThat(at(1, one.name())).containsExactly(one);
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(5))));
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(at(1, one.name())).containsExactly(two);
  }

  @Test
  default void of_more_former_keys_than_a_commit_may_remove_the_others_stay() {
    history();
    Changeset.Builder changes = Changeset.builder();
    for (int number = 0; number <= HistorySteps.MAX; number++) {
      changes.addKey(key(KIND + number, "1"));
    }
    commit(2, changes);
    String[] names = changes.build().keysAdded().stream().map(Key::name).toArray(String[]::new);
    assertThat(at(1, names)).isEmpty();
    Changeset expiry = Changeset.builder().build().with(HistorySteps.expiring(second(3)));
    store().commit(expiry);
    assertThat(at(1, names)).hasSize(HistorySteps.MAX);
    assertThat(history().oldestEnd()).contains(second(2));
    store().commit(expiry);
    assertThat(history().oldestEnd()).isEmpty();
  }
}
