package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.ModelException;
import dev.membrane.spi.Observer;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestLimitTest {

  private static final Duration NOT_LONG = Duration.ofMillis(1);

  private final FakeTime time = new FakeTime();
  private final RequestLimit limit =
      new RequestLimit(
          new EndpointConfig(
              URI.create("http://localhost/"), "model", null, Duration.ofSeconds(1), 2, 0),
          new CallContext(Observer.NONE, time, time, () -> 0.5));

  @Test
  void no_more_are_under_way_than_allowed_and_who_leaves_makes_room() throws Exception {
    RequestLimit.RequestPlace first = limit.enter(NOT_LONG);
    assertThat(limit.enter(NOT_LONG)).isNotNull();
    assertThatThrownBy(() -> limit.enter(NOT_LONG))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("under way");
    first.leave();
    assertThat(limit.enter(NOT_LONG)).isNotNull();
  }
}
