package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.episode;
import static dev.membrane.internal.EngineFixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What others may do to an episode or a thread that is under way. */
class ForeignEpisodeTest {

  private static final IngestOptions RUN = episode("run").scope("s");
  private static final IngestOptions HERE = IngestOptions.NONE.scope("s");
  private static final IngestOptions SECRET = RUN.sensitivity(Sensitivity.HYPER);

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;
  private final Caller owner = caller("owner", Sensitivity.LOW);
  private String own = "";

  @BeforeEach
  void begin() {
    own = service.record(event("mine", RUN), owner).id();
    house.pass(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @EnumSource(
      value = Sensitivity.class,
      names = {"LOW", "HYPER"})
  void what_another_says_above_an_episode_is_a_record_of_its_own(Sensitivity ceiling) {
    Caller other = caller("other", ceiling);
    StoredRecord before = house.stored(own);

    IngestAnswer first = service.ingest(event("theirs", SECRET), other);
    house.pass(Duration.ofSeconds(1));
    IngestAnswer second = service.ingest(event("theirs too", SECRET), other);

    assertThat(first.result()).isEqualTo(IngestResult.CREATED);
    assertThat(first.record())
        .isInstanceOf(ceiling == Sensitivity.LOW ? RedactedRecord.class : MemoryRecord.class);
    assertThat(second.result()).isEqualTo(IngestResult.APPENDED);
    assertThat(second.record().id()).isEqualTo(first.record().id()).isNotEqualTo(own);
    assertThat(house.stored(own)).isEqualTo(before);
    assertThat(service.record(event("mine too", RUN), owner).id()).isEqualTo(own);
  }

  @Test
  void all_who_see_it_share_the_record_above() {
    String theirs = service.record(event("e", SECRET), caller("one", Sensitivity.HYPER)).id();

    assertThat(service.record(event("e", SECRET), caller("two", Sensitivity.HYPER)).id())
        .isEqualTo(theirs);
    assertThat(house.recordCount()).isEqualTo(2);
  }

  @Test
  void who_cannot_see_the_record_above_does_not_meet_it() {
    String theirs = service.record(event("e", SECRET), caller("one", Sensitivity.HYPER)).id();
    StoredRecord before = house.stored(theirs);

    assertThat(service.record(event("e", SECRET), caller("two", Sensitivity.LOW)).id())
        .isNotIn(theirs, own);
    assertThat(house.stored(theirs)).isEqualTo(before);
  }

  @Test
  void what_one_says_above_oneself_stays_together_whoever_has_the_key_there() {
    Caller two = caller("two", Sensitivity.LOW);
    service.record(event("e", SECRET), caller("one", Sensitivity.HYPER));

    String first = service.record(event("e", SECRET), two).id();

    assertThat(service.record(event("e", SECRET), two).id()).isEqualTo(first);
    assertThat(service.record(event("e", SECRET), caller("three", Sensitivity.LOW)).id())
        .isNotEqualTo(first);
  }

  @Test
  void what_another_says_at_the_level_of_an_episode_or_below_is_part_of_it() {
    Caller other = caller("other", Sensitivity.HYPER);
    service.record(event("theirs", SECRET), other);

    for (Sensitivity level : List.of(Sensitivity.PUBLIC, Sensitivity.LOW)) {
      assertThat(service.record(event("e", RUN.sensitivity(level)), other).id()).isEqualTo(own);
    }
    assertThat(house.record(own).sensitivity()).isEqualTo(Sensitivity.LOW);
  }

  @Test
  void who_began_an_episode_raises_it() {
    assertThat(service.record(event("e", SECRET), owner).id()).isEqualTo(own);
    assertThat(house.record(own).sensitivity()).isEqualTo(Sensitivity.HYPER);
  }

  @Test
  void where_nobody_says_who_they_are_everybody_raises() {
    IngestOptions run = episode("another");
    String id =
        service
            .record(
                EventRequest.builder()
                    .source("one")
                    .eventKind("note")
                    .ref("r")
                    .options(run)
                    .build())
            .id();
    EventRequest above =
        EventRequest.builder()
            .source("two")
            .eventKind("note")
            .ref("r")
            .options(run.sensitivity(Sensitivity.HYPER))
            .build();

    assertThat(service.record(above).id()).isEqualTo(id);
  }

  @Test
  void an_outcome_ends_only_what_it_is_recorded_for() {
    Caller other = caller("other", Sensitivity.HYPER);
    String theirs = service.record(event("theirs", SECRET), other).id();

    end(own);

    assertThat(EngineFixture.episodic(house.record(theirs)).outcome()).isNull();
    assertThat(service.record(event("theirs too", SECRET), other).id()).isEqualTo(theirs);
    assertThat(service.record(event("a new run", RUN), owner).id()).isNotIn(own, theirs);
  }

  @ParameterizedTest
  @EnumSource(
      value = Sensitivity.class,
      names = {"PUBLIC", "HYPER"})
  void a_run_after_an_outcome_goes_not_to_what_another_began_above_the_run_before(
      Sensitivity ceiling) {
    Caller seesAll = caller("owner", Sensitivity.HYPER);
    Caller other = caller("other", ceiling);
    String theirs = service.record(event("theirs", SECRET), other).id();
    end(own);

    String next = service.record(event("a new run", RUN), seesAll).id();
    String later = service.record(event("goes on", RUN), seesAll).id();

    assertThat(next).isNotIn(own, theirs).isEqualTo(later);
    assertThat(house.record(next).sensitivity()).isEqualTo(Sensitivity.LOW);
    assertThat(service.record(event("theirs too", SECRET), other).id()).isEqualTo(theirs);
  }

  @Test
  void a_run_after_an_outcome_is_begun_at_the_level_of_what_another_began_there() {
    String theirs = service.record(event("e", SECRET), caller("one", Sensitivity.HYPER)).id();
    end(own);

    String next = service.record(event("e", SECRET), caller("owner", Sensitivity.HYPER)).id();

    assertThat(next).isNotIn(own, theirs);
    assertThat(service.record(event("e", RUN), caller("two", Sensitivity.HYPER)).id())
        .isEqualTo(next);
  }

  @Test
  void what_is_beside_an_episode_takes_nothing_from_below_its_own_level() {
    Caller other = caller("other", Sensitivity.HYPER);
    String theirs = service.record(event("e", SECRET), other).id();

    String between =
        service
            .record(event("e", RUN.sensitivity(Sensitivity.HIGH)), caller("x", Sensitivity.HYPER))
            .id();

    assertThat(between).isNotIn(own, theirs);
    assertThat(house.record(between).sensitivity()).isEqualTo(Sensitivity.HIGH);
  }

  private void end(String id) {
    service.record(OutcomeRequest.of("o", id, OutcomeStatus.SUCCESS), owner);
  }

  @ParameterizedTest
  @EnumSource(
      value = Sensitivity.class,
      names = {"LOW", "HYPER"})
  void nobody_ends_the_thread_of_another_from_above(Sensitivity ceiling) {
    String mine = save(HERE, owner);
    StoredRecord before = house.stored(mine);

    save(HERE.sensitivity(Sensitivity.HYPER), caller("other", ceiling));

    assertThat(house.stored(mine)).isEqualTo(before);
  }

  @Test
  void who_sees_a_thread_in_full_and_stays_at_its_level_goes_on_with_it() {
    String mine = save(HERE, owner);
    String theirs = save(HERE, caller("other", Sensitivity.HYPER));

    RevisionState state = house.record(mine).revision();
    assertThat(state).isEqualTo(new RevisionState(null, theirs, null));
  }

  @Test
  void who_saved_a_snapshot_raises_the_thread_as_far_as_they_see() {
    Caller high = caller("high", Sensitivity.HIGH);
    String low = save(HERE, high);
    String raised = save(HERE.sensitivity(Sensitivity.HIGH), high);
    save(HERE.sensitivity(Sensitivity.HYPER), high);

    assertThat(house.record(low).isRetired()).isTrue();
    assertThat(house.record(raised).isRetired()).isFalse();
  }

  private String save(IngestOptions options, Caller caller) {
    WorkingStateRequest request =
        WorkingStateRequest.builder()
            .source("w")
            .threadId("thread")
            .state(TaskState.DONE)
            .options(options)
            .build();
    return service.record(request, caller).id();
  }

  private static Caller caller(String name, Sensitivity ceiling) {
    return Caller.named(name)
        .upTo(ceiling)
        .permitted(Set.of(Permission.INGEST, Permission.RETRIEVE));
  }
}
