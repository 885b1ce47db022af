package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.protocol.RequestByteLimit.RequestBytes;
import org.junit.jupiter.api.Test;

class RequestByteLimitTest {

  private static final long FREE = 16 * 1024;

  private final RequestByteLimit limit = new RequestByteLimit(100);

  @Test
  void who_is_alone_has_all_of_the_room() {
    assertThat(limit.of("one").take(FREE + 60)).isTrue();
    assertThat(limit.of("one").take(FREE + 40)).isTrue();
    assertThat(limit.of("one").take(FREE + 1)).isFalse();
  }

  @Test
  void another_caller_has_its_half_whatever_one_holds() {
    RequestBytes one = limit.of("one");
    assertThat(one.take(FREE + 100)).isTrue();
    RequestBytes other = limit.of("other");
    assertThat(other.take(FREE + 50)).isTrue();
    assertThat(other.take(1)).isFalse();
    assertThat(limit.of("one").take(FREE + 1)).isFalse();
    one.giveAll();
    assertThat(other.take(50)).isTrue();
  }
}
