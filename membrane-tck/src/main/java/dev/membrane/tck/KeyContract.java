package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names that are unique in the store. */
interface KeyContract extends StoreUnderTest {

  @Test
  default void keys_are_found_by_name_as_they_were_added() {
    Sample owner = new Samples().fact();
    Key owned = new Key("owned", "value", owner.id());
    Key free = new Key("Owned", "", null);
    Key odd = new Key(Payloads.ODD_TEXT, Payloads.ODD_TEXT, null);
    Key lengthy = new Key("k".repeat(5_000), "v".repeat(50_000), null);
    store()
        .commit(
            Changeset.builder()
                .change(owner.insert())
                .addKey(owned)
                .addKey(free)
                .addKey(odd)
                .addKey(lengthy)
                .build());
    List<String> names =
        List.of("owned", "Owned", odd.name(), lengthy.name(), "owned", "unknown", "o%");
    assertThat(store().find(names)).containsExactlyInAnyOrder(owned, free, odd, lengthy);
    assertThat(store().find(List.of("Owned"))).containsExactly(free);
    assertThat(store().find(List.of("OWNED", "own"))).isEmpty();
    assertThat(store().find(List.of())).isEmpty();
  }

  @Test
  default void keys_are_listed_by_the_beginning_of_their_names() {
    List<Key> keys =
        List.of(
            new Key("a:1", "one", null), new Key("a:10", "ten", null), new Key("a:2", "two", null));
    Changeset.Builder changes =
        Changeset.builder().addKey(new Key("a", "", null)).addKey(new Key("b:1", "", null));
    keys.forEach(changes::addKey);
    store().commit(changes.build());
    List<Key> listed = store().keys("a:", "", 10);
    assertThat(listed).containsExactlyInAnyOrderElementsOf(keys);
    assertThat(store().keys("a:", "", 2)).isEqualTo(listed.subList(0, 2));
    assertThat(store().keys("a:", listed.get(0).name(), 2)).isEqualTo(listed.subList(1, 3));
    assertThat(store().keys("a:", listed.get(2).name(), 2)).isEmpty();
    assertThat(store().keys("c:", "", 2)).isEmpty();
  }

  @Test
  default void a_text_that_is_sealed_for_a_key_is_opened_again() {
    for (String text : List.of("", "{\"word\":\"\\u00fc \"}")) {
      String sealed = store().sealed("scope", "a:1", text);
      assertThat(store().opened("a:1", sealed)).contains(text);
      store().commit(Changeset.builder().addKey(new Key("a:" + text, sealed, null)).build());
    }
  }

  @Test
  default void a_removed_key_is_free_again() {
    Key first = new Key("name", "first", null);
    Key second = new Key("name", "second", null);
    store().commit(Changeset.builder().addKey(first).build());
    store().commit(Changeset.builder().removeKey(first).build());
    assertThat(store().find(List.of("name"))).isEmpty();
    store().commit(Changeset.builder().addKey(second).build());
    assertThat(store().find(List.of("name"))).containsExactly(second);
  }

  @Test
  default void one_commit_moves_a_key_from_one_record_to_another() {
    Samples samples = new Samples();
    Sample before = samples.fact();
    Sample after = samples.fact();
    Key old = new Key("thread", "1", before.id());
    Key current = new Key("thread", "2", after.id());
    store().commit(Changeset.builder().change(before.insert()).addKey(old).build());
    store()
        .commit(
            Changeset.builder()
                .addKey(current)
                .removeKey(old)
                .change(after.insert())
                .change(before.replace(1))
                .build());
    assertThat(store().find(List.of("thread"))).containsExactly(current);
    Writing.commit(store(), before.delete(2));
    assertThat(store().find(List.of("thread"))).containsExactly(current);
  }

  @Test
  default void the_name_of_a_key_that_goes_with_its_record_can_be_taken_in_the_same_commit() {
    Samples samples = new Samples();
    Sample before = samples.fact();
    Sample after = samples.fact();
    Key taken = new Key("identity", "2", after.id());
    store()
        .commit(
            Changeset.builder()
                .change(before.insert())
                .addKey(new Key("identity", "1", before.id()))
                .build());
    store()
        .commit(
            Changeset.builder()
                .change(before.delete(1))
                .change(after.insert())
                .addKey(taken)
                .build());
    assertThat(store().find(List.of("identity"))).containsExactly(taken);
  }

  @Test
  default void a_deleted_record_takes_its_own_keys_with_it_and_no_others() {
    Samples samples = new Samples();
    Sample doomed = samples.fact();
    Sample other = samples.fact();
    Key ownerless = new Key("idempotency", doomed.id(), null);
    Key others = new Key(doomed.id(), "2", other.id());
    store()
        .commit(
            Changeset.builder()
                .change(doomed.insert())
                .change(other.insert())
                .addKey(new Key("one", "1", doomed.id()))
                .addKey(new Key("two", "1", doomed.id()))
                .addKey(ownerless)
                .addKey(others)
                .build());
    Writing.commit(store(), doomed.delete(1));
    assertThat(store().find(List.of("one", "two", "idempotency", doomed.id())))
        .containsExactlyInAnyOrder(ownerless, others);
  }

  @Test
  default void a_replaced_record_keeps_its_keys() {
    Sample owner = new Samples().fact();
    Key key = new Key("name", "value", owner.id());
    store().commit(Changeset.builder().change(owner.insert()).addKey(key).build());
    Writing.commit(store(), owner.salience(0.2).replace(1));
    assertThat(store().find(List.of("name"))).containsExactly(key);
  }

  @Test
  default void of_many_threads_that_add_a_key_at_once_exactly_one_wins()
      throws InterruptedException {
    int threads = 8;
    List<Sample> rivals = new Samples().facts(threads * 10);
    for (int round = 0; round < 10; round++) {
      String name = "round " + round;
      List<Sample> these = rivals.subList(round * threads, (round + 1) * threads);
      List<Boolean> won =
          Race.run(threads, i -> () -> Race.won(() -> store().commit(claim(name, these.get(i)))));
      assertThat(won).containsOnlyOnce(true);
      Sample winner = these.get(won.indexOf(true));
      assertThat(store().find(List.of(name)))
          .containsExactly(new Key(name, "claimed", winner.id()));
      assertThat(store().get(these.stream().map(Sample::id).toList()))
          .containsExactly(winner.stored());
    }
  }

  @Test
  default void many_keys_can_be_found_at_once() {
    List<Key> keys =
        IntStream.range(0, 2_000).mapToObj(i -> new Key("key " + i, "v", null)).toList();
    Changeset.Builder changeset = Changeset.builder();
    keys.forEach(changeset::addKey);
    store().commit(changeset.build());
    assertThat(store().find(keys.stream().map(Key::name).toList()))
        .containsExactlyInAnyOrderElementsOf(keys);
  }

  private static Changeset claim(String name, Sample owner) {
    return Changeset.builder()
        .change(owner.insert())
        .addKey(new Key(name, "claimed", owner.id()))
        .build();
  }
}
