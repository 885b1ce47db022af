package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Former states, for stores that keep them; others skip these tests. */
interface HistoryContract extends StoreUnderTest {

  private History history() {
    assumeTrue(store().history().isPresent(), "the store keeps no former states");
    return store().history().orElseThrow();
  }

  /** An instant some seconds after the start. */
  private static Instant second(int seconds) {
    return Samples.START.plusSeconds(seconds);
  }

  /** A fact that was created a second after the start. */
  private static Sample fact(Samples samples) {
    return samples.fact().with(b -> b.createdAt(second(1)).updatedAt(second(1)));
  }

  private void commit(int second, Change... changes) {
    Changeset.Builder all = Changeset.builder();
    List.of(changes).forEach(all::change);
    store().commit(all.build().with(HistorySteps.NONE.keptAt(second(second))));
  }

  private List<PastRecord> at(Instant at, Visibility visibility) {
    List<PastRecord> all = new ArrayList<>();
    List<PastRecord> page = history().at(at, visibility, 0);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = history().at(at, visibility, page.get(page.size() - 1).arrival());
    }
    return all;
  }

  private List<StoredRecord> states(int second) {
    return at(second(second), Visibility.ALL).stream().map(HistoryContract::bare).toList();
  }

  /** Whether it comes with a log is up to the store, unless it is asked for by its id. */
  private static StoredRecord bare(PastRecord past) {
    StoredRecord stored = past.stored();
    return new StoredRecord(
        stored.record().withAuditLog(List.of()), stored.version(), stored.anchor(), "");
  }

  private static StoredRecord bare(Sample sample, long version) {
    MemoryRecord record = sample.record().toBuilder().salience(sample.anchor().salience()).build();
    return new StoredRecord(record, version, sample.anchor(), "");
  }

  @Test
  default void a_record_is_read_as_it_was_at_an_instant() {
    history();
    Sample first = fact(new Samples()).terms("pear", "pear");
    Sample faded = first.salience(0.5).terms("pear", "pear");
    Sample second = faded.with(b -> b.tags(List.of("red"))).terms("plum");
    commit(1, first.insert());
    commit(3, faded.replace(1));
    commit(5, second.replace(2));
    assertThat(states(0)).isEmpty();
    assertThat(states(1)).containsExactly(bare(first, 1));
    assertThat(states(2)).containsExactly(bare(first, 1));
    assertThat(states(3)).containsExactly(bare(faded, 2));
    assertThat(states(6)).containsExactly(bare(second, 3));
    PastRecord found = history().at(second(4), List.of(first.id(), "unknown")).get(0);
    assertThat(bare(found)).isEqualTo(bare(faded, 2));
    assertThat(found.entries()).isEqualTo(2);
    assertThat(found.stored().record().auditLog()).hasSize(2);
  }

  @Test
  default void terms_are_known_as_long_as_the_content_is_the_same() {
    history();
    Sample first = fact(new Samples()).terms("pear", "p_ä!r", "/tie").mark("m=1");
    commit(1, first.insert());
    commit(2, first.salience(0.5).replace(1));
    assertThat(at(second(1), Visibility.ALL))
        .extracting(PastRecord::terms)
        .containsExactly(first.terms());
  }

  @Test
  default void a_record_that_changes_and_goes_in_one_commit_leaves_no_word_behind() {
    history();
    Samples samples = new Samples();
    Sample other = fact(samples).terms("pear");
    Sample first = fact(samples).terms("plum");
    Sample second = first.with(b -> b.tags(List.of("red"))).terms("fig");
    commit(1, other.insert(), first.insert());
    List<Changeset> together =
        Stream.of(
                withItsVersions(other.delete(1)),
                second.replace(1),
                withItsVersions(second.delete(2)))
            .map(change -> Changeset.builder().change(change).build())
            .map(changes -> changes.with(HistorySteps.NONE.keptAt(second(2))))
            .toList();
    store().commitEach(together).forEach(Writing::await);
    assertThat(store().termStatistics(Visibility.ALL, List.of("pear", "plum", "fig")))
        .isEqualTo(new RecordCounts(0, 0, Map.of()));
  }

  private static Change withItsVersions(Change.Delete deletion) {
    return new Change.Delete(deletion.id(), deletion.versionSeen(), deletion.audit(), false);
  }

  @Test
  default void versions_tell_when_they_were_and_what_they_differ_in() {
    history();
    Sample first = fact(new Samples());
    Sample second = first.with(b -> b.tags(List.of("red")));
    commit(1, first.insert());
    commit(2, first.salience(0.5).replace(1));
    commit(4, second.replace(2));
    assertThat(history().versions(first.id(), 0, 10))
        .containsExactly(
            new RecordVersion(1, bare(first, 1), 1, second(1), second(2), false),
            new RecordVersion(2, bare(first.salience(0.5), 2), 2, second(2), second(4), true),
            new RecordVersion(3, bare(second, 3), 3, second(4), null, false));
    assertThat(history().versions(first.id(), 1, 1))
        .extracting(RecordVersion::number)
        .containsExactly(2L);
    assertThat(history().versions("unknown", 0, 10)).isEmpty();
  }

  @Test
  default void a_deleted_record_has_versions_only_if_they_are_kept() {
    history();
    Samples samples = new Samples();
    Sample kept = fact(samples);
    Sample gone = fact(samples);
    commit(1, kept.insert(), gone.insert());
    commit(2, kept.salience(0.5).replace(1), gone.salience(0.5).replace(1));
    commit(
        3,
        new Change.Delete(kept.id(), 2, kept.audit(), true),
        new Change.Delete(gone.id(), 2, gone.audit(), false));
    assertThat(history().versions(kept.id(), 0, 10))
        .extracting(RecordVersion::until)
        .containsExactly(second(2), second(3));
    assertThat(history().versions(gone.id(), 0, 10)).isEmpty();
    assertThat(states(2)).containsExactly(bare(kept.salience(0.5), 2));
  }

  @Test
  default void what_is_gone_is_found_as_it_was_last_as_long_as_it_has_versions() {
    history();
    Samples samples = new Samples();
    Sample first = fact(samples).scope("alpha");
    Sample last = first.with(b -> b.tags(List.of("red")));
    Sample other = fact(samples).scope("beta");
    Sample secret = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.HIGH));
    Sample deleted = fact(samples).scope("alpha");
    Sample present = fact(samples).scope("alpha");
    commit(1, first.insert(), other.insert(), secret.insert(), deleted.insert(), present.insert());
    commit(2, last.replace(1), present.salience(0.5).replace(1));
    commit(
        3,
        new Change.Delete(last.id(), 2, last.audit(), true),
        new Change.Delete(other.id(), 1, other.audit(), true),
        new Change.Delete(secret.id(), 1, secret.audit(), true),
        new Change.Delete(deleted.id(), 1, deleted.audit(), false));
    assertThat(pruned(Visibility.ALL))
        .containsExactly(bare(last, 2), bare(other, 1), bare(secret, 1));
    Visibility some = new Visibility(Sensitivity.MEDIUM, Set.of("alpha"));
    assertThat(pruned(some)).containsExactly(bare(last, 2));
    List<String> ids = List.of(secret.id(), present.id(), deleted.id(), "unknown");
    assertThat(history().pruned(ids))
        .extracting(HistoryContract::bare)
        .containsExactly(bare(secret, 1));
    store()
        .commit(
            Changeset.builder()
                .build()
                .with(HistorySteps.NONE.keptAt(second(4)).erasing(List.of(other.id()))));
    assertThat(pruned(Visibility.ALL)).containsExactly(bare(last, 2), bare(secret, 1));
  }

  private List<StoredRecord> pruned(Visibility visibility) {
    List<PastRecord> all = new ArrayList<>();
    List<PastRecord> page = history().pruned(visibility, 0);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = history().pruned(visibility, page.get(page.size() - 1).arrival());
    }
    return all.stream().map(HistoryContract::bare).toList();
  }

  @Test
  default void what_was_revised_is_found_as_long_as_a_former_content_is_kept() {
    history();
    Samples samples = new Samples();
    Sample present = fact(samples).scope("alpha");
    Sample gone = fact(samples).scope("alpha");
    Sample faded = fact(samples).scope("alpha");
    Sample other = fact(samples).scope("beta");
    Sample secret = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.HIGH));
    Sample unscoped = fact(samples);
    Sample episode = samples.of(Payloads.episode(null)).scope("alpha");
    Sample forgotten = fact(samples).scope("alpha");
    List<Sample> all = List.of(present, gone, faded, other, secret, unscoped, episode, forgotten);
    all.forEach(sample -> commit(1, sample.insert()));
    List.of(present, gone, other, secret, unscoped, episode, forgotten)
        .forEach(sample -> commit(2, sample.with(b -> b.tags(List.of("red"))).replace(1)));
    commit(2, faded.salience(0.5).replace(1));
    commit(3, new Change.Delete(gone.id(), 2, gone.audit(), true));
    store()
        .commit(
            Changeset.builder()
                .build()
                .with(HistorySteps.NONE.keptAt(second(4)).erasing(List.of(forgotten.id()))));
    assertThat(revised(Visibility.ALL, 1))
        .containsExactly(present.id(), gone.id(), other.id(), secret.id(), unscoped.id());
    Visibility some = new Visibility(Sensitivity.MEDIUM, Set.of("alpha"));
    for (int limit : new int[] {1, 2, 10}) {
      assertThat(revised(some, limit)).containsExactly(present.id(), gone.id(), unscoped.id());
    }
  }

  private List<String> revised(Visibility visibility, int limit) {
    List<String> all = new ArrayList<>();
    SortedMap<Long, String> page = history().revised(visibility, 0, limit);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page.values());
      page = history().revised(visibility, page.lastKey(), limit);
    }
    return all;
  }

  @Test
  default void without_an_instant_nothing_is_kept() {
    history();
    Sample first = fact(new Samples());
    Writing.insert(store(), first);
    assertThat(states(0)).isEmpty();
    assertThat(states(1)).containsExactly(bare(first, 1));
    Writing.commit(store(), first.salience(0.5).replace(1));
    assertThat(states(1)).containsExactly(bare(first.salience(0.5), 2));
    assertThat(history().oldestEnd()).isEmpty();
    Writing.commit(store(), new Change.Delete(first.id(), 2, first.audit(), true));
    assertThat(states(1)).isEmpty();
  }

  @Test
  default void an_erasure_takes_the_content_of_versions_and_leaves_their_numbers() {
    history();
    Sample first = fact(new Samples());
    Sample second = first.with(b -> b.tags(List.of("red")));
    commit(1, first.insert());
    commit(2, first.salience(0.5).replace(1));
    store()
        .commit(
            Changeset.builder()
                .change(second.replace(2))
                .build()
                .with(HistorySteps.NONE.keptAt(second(3)).erasing(List.of(first.id()))));
    commit(4, second.salience(0.5).replace(3));
    assertThat(states(1)).isEmpty();
    assertThat(states(2)).isEmpty();
    assertThat(states(3)).containsExactly(bare(second, 3));
    assertThat(history().versions(first.id(), 0, 10).stream().map(RecordVersion::stored))
        .containsExactly(null, null, bare(second, 3), bare(second.salience(0.5), 4));
    Inspected inspected = new Inspected();
    store().inspect(inspected);
    assertThat(inspected.faults()).isEmpty();
  }

  @Test
  default void versions_expire_from_the_oldest_on() {
    history();
    Sample first = fact(new Samples());
    commit(1, first.insert());
    commit(2, first.salience(0.5).replace(1));
    commit(3, first.with(b -> b.tags(List.of("red"))).replace(2));
    assertThat(history().oldestEnd()).contains(second(2));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(3))));
    assertThat(history().oldestEnd()).contains(second(3));
    assertThat(states(2)).containsExactly(bare(first.salience(0.5), 2));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(4))));
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(history().versions(first.id(), 0, 10))
        .extracting(RecordVersion::number)
        .containsExactly(3L);
  }

  @Test
  default void what_was_before_a_version_that_was_not_kept_is_not_known() {
    history();
    Samples samples = new Samples();
    for (boolean isGone : new boolean[] {false, true}) {
      Sample first = fact(samples);
      Sample second = first.with(b -> b.tags(List.of("red")));
      Sample third = first.with(b -> b.tags(List.of("green", "blue")));
      Sample fourth = first.with(b -> b.tags(List.of("yellow")));
      commit(1, first.insert());
      commit(2, second.replace(1));
      Writing.commit(store(), third.replace(2));
      assertThat(history().versions(first.id(), 0, 10))
          .extracting(RecordVersion::number)
          .containsExactly(3L);
      commit(4, fourth.replace(3));
      if (isGone) {
        commit(5, new Change.Delete(first.id(), 4, first.audit(), true));
      }
      assertThat(history().versions(first.id(), 0, 10).stream().map(RecordVersion::stored))
          .containsExactly(bare(third, 3), bare(fourth, 4));
      assertThat(history().at(second(1), List.of(first.id())))
          .extracting(HistoryContract::bare)
          .containsExactly(bare(third, 3));
      assertThat(states(1)).last().isEqualTo(bare(third, 3));
    }
  }

  @Test
  default void versions_are_read_after_the_clock_was_set_back() {
    history();
    Sample first = fact(new Samples());
    Sample second = first.with(b -> b.tags(List.of("red")));
    Sample third = first.with(b -> b.tags(List.of("green", "blue")));
    commit(1, first.insert());
    commit(9, second.replace(1));
    commit(5, third.replace(2));
    assertThat(states(4)).containsExactly(bare(first, 1));
    assertThat(states(7)).containsExactly(bare(first, 1));
    assertThat(states(9)).containsExactly(bare(third, 3));
    assertThat(history().versions(first.id(), 0, 10).stream().map(RecordVersion::stored))
        .containsExactly(bare(first, 1), bare(second, 2), bare(third, 3));
  }

  @Test
  default void versions_come_in_pages_of_any_size() {
    history();
    Samples samples = new Samples();
    Sample sample = fact(samples);
    commit(1, sample.insert());
    for (int version = 1; version < 20; version++) {
      String tag = "tag-" + version / 3;
      sample = sample.salience(1.0 / version).with(b -> b.tags(List.of(tag)));
      commit(1 + version, sample.replace(version));
    }
    for (boolean isGone : new boolean[] {false, true}) {
      if (isGone) {
        commit(30, new Change.Delete(sample.id(), 20, sample.audit(), true));
      }
      List<RecordVersion> all = history().versions(sample.id(), 0, 100);
      assertThat(all).hasSize(20);
      for (int size : new int[] {1, 3, 7, 20}) {
        for (int after = 0; after <= 20; after++) {
          assertThat(history().versions(sample.id(), after, size))
              .isEqualTo(all.subList(after, Math.min(20, after + size)));
        }
      }
    }
  }

  @Test
  default void the_contents_of_some_records_are_those_of_their_versions() {
    history();
    Samples samples = new Samples();
    List<Sample> all = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      Sample sample = fact(samples);
      commit(1, sample.insert());
      for (int version = 1; version <= 3 * number; version++) {
        String tag = "tag-" + version / 2;
        sample = sample.salience(1.0 / version).with(b -> b.tags(List.of(tag)));
        commit(1 + version, sample.replace(version));
      }
      all.add(sample);
    }
    Sample gone = all.get(3);
    commit(30, new Change.Delete(gone.id(), 10, gone.audit(), true));
    List<String> ids = all.stream().map(Sample::id).toList();
    Map<String, List<StoredRecord>> contents = history().contents(ids);
    for (String id : contents.isEmpty() ? List.<String>of() : ids) {
      assertThat(contents.get(id)).as(id).isEqualTo(contents(history().versions(id, 0, 100)));
    }
    assertThat(history().contents(List.of("unknown"))).isEmpty();
  }

  /** The latest first, and of those that differ in nothing but salience and instants the latest. */
  private static List<StoredRecord> contents(List<RecordVersion> versions) {
    List<StoredRecord> contents = new ArrayList<>();
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (i == versions.size() - 1 || !versions.get(i + 1).salienceOnly()) {
        contents.add(Objects.requireNonNull(versions.get(i).stored()));
      }
    }
    return contents;
  }

  @Test
  default void only_what_may_be_seen_today_is_read() {
    history();
    Samples samples = new Samples();
    Sample mine = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.LOW));
    Sample above = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.MEDIUM));
    Sample hidden = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.HIGH));
    Sample raised = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.LOW));
    Sample gone = fact(samples).scope("alpha").with(b -> b.sensitivity(Sensitivity.LOW));
    Sample unscoped = fact(samples);
    commit(
        1,
        mine.insert(),
        above.insert(),
        hidden.insert(),
        raised.insert(),
        gone.insert(),
        unscoped.insert(),
        fact(samples).scope("beta").insert());
    commit(
        2,
        raised.with(b -> b.sensitivity(Sensitivity.HYPER)).replace(1),
        new Change.Delete(gone.id(), 1, gone.audit(), true));
    Visibility visibility = new Visibility(Sensitivity.LOW, Set.of("alpha"));
    assertThat(at(second(1), visibility).stream().map(it -> it.stored().record().id()))
        .containsExactly(mine.id(), above.id(), gone.id(), unscoped.id());
    assertThat(history().at(second(1), List.of(raised.id())).get(0).sensitivity())
        .isEqualTo(Sensitivity.HYPER);
  }

  @Test
  default void random_states_are_all_read_again(TestInfo test) {
    history();
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    List<Sample> present = new ArrayList<>();
    List<Long> versions = new ArrayList<>();
    List<Map<String, StoredRecord>> states = new ArrayList<>();
    states.add(new TreeMap<>());
    for (int second = 1; second <= Trials.of(100); second++) {
      @Nullable Integer at = present.isEmpty() ? null : random.nextInt(present.size());
      int dice = random.nextInt(10);
      if (at == null || dice < 4) {
        Instant created = second(second);
        Sample sample = samples.next().with(b -> b.createdAt(created));
        commit(second, sample.insert());
        present.add(sample);
        versions.add(1L);
      } else if (dice < 9) {
        Sample before = present.get(at);
        Sample after =
            dice < 6
                ? before.salience(random.nextDouble())
                : samples.again(before).with(b -> b.createdAt(before.record().createdAt()));
        commit(second, after.replace(versions.get(at)));
        present.set(at, after);
        versions.set(at, versions.get(at) + 1);
      } else {
        Sample gone = present.remove((int) at);
        commit(second, new Change.Delete(gone.id(), versions.remove((int) at), List.of(), true));
      }
      Map<String, StoredRecord> state = new TreeMap<>();
      for (int i = 0; i < present.size(); i++) {
        state.put(present.get(i).id(), bare(present.get(i), versions.get(i)));
      }
      states.add(state);
    }
    for (int second = 0; second < states.size(); second++) {
      Map<String, StoredRecord> found = new TreeMap<>();
      states(second).forEach(stored -> found.put(stored.record().id(), stored));
      assertThat(found).isEqualTo(states.get(second));
    }
  }
}
