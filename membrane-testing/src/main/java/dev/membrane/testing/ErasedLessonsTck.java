package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes that stay do not teach an erased fact again, and teach everything else as before. */
public abstract class ErasedLessonsTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedLessonsTck() {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_erased_fact_is_not_learned_again_from_episodes_that_stay(boolean isBySubject) {
    String secret = word();
    List<String> stays = List.of(word(), word());
    List<String> episodes = new ArrayList<>();
    for (String other : stays) {
      var unused = event(other, "diagnosis", secret);
      episodes.add(event(other, "remark", other));
    }
    endAll(episodes, OutcomeStatus.SUCCESS);
    assertThat(objects()).contains(secret).containsAll(stays).hasSize(3);

    erase(isBySubject ? EraseRequest.ofSubject("diagnosis") : EraseRequest.ofRecords(fact(secret)));
    assertThat(records()).extracting(MemoryRecord::id).containsAll(episodes);
    assertThat(ownedKeys()).noneMatch(value -> value.contains(secret));
    endAll(episodes, OutcomeStatus.FAILURE);
    assertThat(objects()).isEmpty();
    endAll(episodes, OutcomeStatus.SUCCESS);
    assertThat(objects()).containsExactlyInAnyOrderElementsOf(stays);
    assertThat(ownedKeys()).noneMatch(value -> value.contains(secret));

    var unused = event(stays.get(0), "remark", "one more");
    learn();
    assertThat(objects()).containsExactlyInAnyOrderElementsOf(stays);
    end(event("another", "diagnosis", secret), OutcomeStatus.SUCCESS);
    learn();
    assertThat(objects()).contains(secret).hasSize(3);
  }

  @Test
  void a_fact_that_was_deleted_or_retracted_before_is_not_learned_again() {
    String[] secret = {word(), word()};
    var unused = event("one", "remark", secret[0]);
    unused = event("one", "remark", secret[1]);
    List<String> episode = List.of(event("one", "remark", "hello"));
    endAll(episode, OutcomeStatus.SUCCESS);
    String deleted = fact(secret[0]).get(0);
    String retracted = fact(secret[1]).get(0);
    membrane.revision().delete(deleted, "");
    membrane.revision().retract(retracted, "");
    erase(deleted, retracted);
    assertThat(ownedKeys()).noneMatch(it -> it.contains(secret[0]) || it.contains(secret[1]));
    endAll(episode, OutcomeStatus.FAILURE);
    endAll(episode, OutcomeStatus.SUCCESS);
    assertThat(objects()).containsExactly("hello");
  }

  @Test
  void many_lessons_lose_a_fact_in_commits_of_bounded_size_that_are_gone_on_with() {
    String secret = word();
    var unused = event("one", "remark", secret);
    List<String> episode = List.of(event("one", "remark", "hello"));
    endAll(episode, OutcomeStatus.SUCCESS);
    copyLesson(episode.get(0), 1_200);
    String deleted = fact(secret).get(0);
    membrane.revision().delete(deleted, "");
    List<Integer> sizes = new ArrayList<>();
    EraseRequest request = EraseRequest.ofRecords(List.of(deleted));
    boolean hasEnded = false;
    for (int commits = 1; !hasEnded; commits++) {
      try (Membrane dying = over(NumberedCommits.endingAfter(commits, measured(sizes)))) {
        dying.revision().erase(request);
        hasEnded = true;
      } catch (StoreUnavailableException ended) {
        assertThat(commits).isLessThan(50);
      }
    }
    assertThat(sizes).allMatch(size -> size <= 1_100).anyMatch(size -> size >= 1_000);
    assertThat(ownedKeys()).hasSizeGreaterThan(1_200).noneMatch(it -> it.contains(secret));
    assertThat(store.keys("taught:", "", 1)).isEmpty();
    endAll(episode, OutcomeStatus.FAILURE);
    endAll(episode, OutcomeStatus.SUCCESS);
    assertThat(objects()).containsExactly("hello");
  }

  /** As if as many episodes had taught the same. */
  private void copyLesson(String episode, int copies) {
    Key lesson = store.find(List.of("learned:semantic:" + episode)).get(0);
    Changeset.Builder changes = Changeset.builder();
    for (int copy = 0; copy < copies; copy++) {
      String id = new UUID(copy, copy).toString();
      changes.addKey(new Key("learned:semantic:" + id, lesson.value(), episode));
    }
    store.commit(changes.build());
  }

  /** The store, which tells how many keys each commit removes and adds. */
  private MemoryStore measured(List<Integer> sizes) {
    return new ForwardingStore(store) {
      @Override
      public void commit(Changeset changeset) {
        sizes.add(changeset.keysRemoved().size() + changeset.keysAdded().size());
        super.commit(changeset);
      }
    };
  }

  @Test
  void a_fact_that_a_model_found_is_gone_with_its_words_and_is_not_learned_again() {
    String[] found = {word(), word()};
    membrane.close();
    membrane =
        Membrane.builder()
            .clock(clock)
            .backgroundJobs(false)
            .store(store)
            .extractor(episodes -> episodes.stream().flatMap(it -> found(it, found)).toList())
            .build();
    List<String> episode = List.of(event("one", "remark", "hello"));
    endAll(episode, OutcomeStatus.SUCCESS);
    erase(fact(found[0]).toArray(String[]::new));
    assertGone(found[0]);
    endAll(episode, OutcomeStatus.FAILURE);
    endAll(episode, OutcomeStatus.SUCCESS);
    assertThat(objects()).containsExactlyInAnyOrder("hello", found[1]);
    assertGone(found[0]);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void of_what_was_both_said_and_heard_only_the_erased_one_goes(boolean isHearsay) {
    List<String> episode = List.of(event("one", "remark", "ann", "the door is blue"));
    var unused = event("one", "remark", "assistant", "the door is blue");
    endAll(episode, OutcomeStatus.SUCCESS);
    assertThat(objects()).hasSize(2);
    List<String> gone =
        facts().stream()
            .filter(it -> it.tags().contains(MemoryRecord.HEARSAY) == isHearsay)
            .map(MemoryRecord::id)
            .toList();
    erase(gone.toArray(String[]::new));
    assertThat(facts()).hasSize(1);
    endAll(episode, OutcomeStatus.FAILURE);
    assertThat(facts()).isEmpty();
    endAll(episode, OutcomeStatus.SUCCESS);
    assertThat(facts())
        .singleElement()
        .returns(!isHearsay, it -> it.tags().contains(MemoryRecord.HEARSAY));
  }

  private List<MemoryRecord> facts() {
    return records().stream().filter(it -> it.type() == MemoryType.SEMANTIC).toList();
  }

  private static Stream<CandidateFact> found(Episode episode, String... objects) {
    String id = episode.record().id();
    return Stream.of(objects)
        .filter(it -> episode.trace().outcome() == OutcomeStatus.SUCCESS)
        .map(object -> new CandidateFact(id, "Ann", "likes", new JsonString(object), 0.7));
  }

  private String event(String episode, String kind, String summary) {
    return event(episode, kind, "ann", summary);
  }

  private String event(String episode, String kind, String source, String summary) {
    clock.pass(Duration.ofSeconds(1));
    EventRequest request =
        EventRequest.builder()
            .source(source)
            .eventKind(kind)
            .ref("message of " + source)
            .summary(summary)
            .options(options(episode))
            .build();
    return membrane.ingestion().event(request).id();
  }

  private void endAll(List<String> episodes, OutcomeStatus end) {
    episodes.forEach(id -> end(id, end));
    learn();
  }

  private List<String> objects() {
    return learned(MemoryType.SEMANTIC).stream()
        .map(it -> ((JsonString) ((SemanticPayload) it).object()).value())
        .toList();
  }

  private List<String> fact(String object) {
    return records().stream()
        .filter(it -> it.payload() instanceof SemanticPayload fact && says(fact, object))
        .map(MemoryRecord::id)
        .toList();
  }

  private static boolean says(SemanticPayload fact, String object) {
    return fact.object().equals(new JsonString(object));
  }
}
