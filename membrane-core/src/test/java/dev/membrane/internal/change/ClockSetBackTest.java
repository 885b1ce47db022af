package dev.membrane.internal.change;

import static dev.membrane.internal.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockSetBackTest {

  private static final ChangeReason REASON = ChangeReason.of("a", "why");

  private final EngineFixture house = new EngineFixture();

  @Test
  void a_record_never_changed_before_it_was_created() {
    MemoryRecord fact =
        EngineFixture.full(
            house.service.record(
                ObservationRequest.builder().source("s").subject("a").predicate("b").build()));
    house.pass(Duration.ofHours(-1));
    house.decay.reinforce(fact.id(), REASON, Caller.ANONYMOUS);
    assertThat(house.record(fact.id()).updatedAt()).isEqualTo(NOON);
  }

  @Test
  void a_record_never_changed_before_its_last_change() {
    MemoryRecord run =
        EngineFixture.full(
            house.service.record(EngineFixture.event("r", EngineFixture.episode("run"))));
    house.pass(Duration.ofHours(2));
    house.service.record(EngineFixture.event("r2", EngineFixture.episode("run")));
    house.pass(Duration.ofHours(-1));

    MemoryRecord appended =
        EngineFixture.full(
            house.service.record(EngineFixture.event("r3", EngineFixture.episode("run"))));
    MemoryRecord ended =
        EngineFixture.full(
            house.service.record(OutcomeRequest.of("s", run.id(), OutcomeStatus.SUCCESS)));

    assertThat(appended.updatedAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(ended.updatedAt()).isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(house.record(run.id()).updatedAt()).isEqualTo(ended.updatedAt());
    house.pass(Duration.ofHours(3));
    house.decay.reinforce(run.id(), REASON, Caller.ANONYMOUS);
    assertThat(house.record(run.id()).updatedAt()).isEqualTo(house.instant());
  }
}
