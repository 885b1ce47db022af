package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of keys changes no answer, whatever is written between the questions. */
final class KeptKeysTest {

  private static final int STEPS = 250;
  private static final int NAMES = 12;
  private static final int OWNERS = 4;

  @TempDir private Path folder;

  @Test
  void keys_are_those_that_were_added_last_while_they_and_their_owners_come_and_go(TestInfo test) {
    Random random = Seed.of(test);
    Map<String, Key> standing = new HashMap<>();
    List<String> owners = new ArrayList<>();
    int records = 0;
    try (SqliteStore file = SqliteStore.open(folder.resolve("membrane.db"));
        InMemoryStore memory = new InMemoryStore()) {
      for (int step = 0; step < Trials.of(STEPS); step++) {
        Changeset.Builder changes = Changeset.builder();
        if (owners.size() < OWNERS) {
          records++;
          changes.change(inserted(records));
          owners.add(SampleRecords.id(records));
        } else if (random.nextInt(5) == 0) {
          String gone = owners.remove(random.nextInt(OWNERS));
          changes.change(new Change.Delete(gone, 1, List.of()));
          standing.values().removeIf(key -> gone.equals(key.owner()));
        }
        change(random, owners, standing, changes);
        Changeset built = changes.build();
        file.commit(built);
        memory.commit(built);
        for (int i = 0; i < 3; i++) {
          List<String> names = names(random);
          assertThat(file.find(names)).containsExactlyInAnyOrderElementsOf(memory.find(names));
        }
      }
    }
  }

  @Test
  void what_was_found_before_takes_less_work() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("work.db"))) {
      Changeset.Builder changes = Changeset.builder();
      List<String> names = IntStream.range(0, 100).mapToObj(KeptKeysTest::name).toList();
      names.forEach(name -> changes.addKey(new Key(name, "value", null)));
      store.commit(changes.build());
      long first = steps(store, names);
      long second = steps(store, names);
      assertThat(second).isLessThan(first / 4);
    }
  }

  private static long steps(SqliteStore store, List<String> names) {
    AtomicLong steps = new AtomicLong();
    QueryWorkTest.counting(store, steps, () -> assertThat(store.find(names)).hasSize(100));
    return steps.get();
  }

  private static Change inserted(int number) {
    return new Change.Insert(
        SampleRecords.fact(number, null, SampleRecords.START),
        new Anchor(1, SampleRecords.START),
        Terms.NONE,
        List.of());
  }

  /** Takes one key away, and adds one, perhaps in its place. */
  private static void change(
      Random random, List<String> owners, Map<String, Key> standing, Changeset.Builder changes) {
    String name = name(random.nextInt(NAMES));
    Key before = standing.remove(name);
    if (before != null) {
      changes.removeKey(before);
    }
    if (before == null || random.nextBoolean()) {
      @Nullable String owner =
          random.nextBoolean() || owners.isEmpty()
              ? null
              : owners.get(random.nextInt(owners.size()));
      Key added = new Key(name, "value " + random.nextInt(3), owner);
      changes.addKey(added);
      standing.put(name, added);
    }
  }

  private static List<String> names(Random random) {
    return IntStream.range(0, NAMES)
        .filter(number -> random.nextBoolean())
        .mapToObj(KeptKeysTest::name)
        .toList();
  }

  private static String name(int number) {
    return "key:" + number;
  }
}
