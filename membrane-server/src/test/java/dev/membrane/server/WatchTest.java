package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who serves the metrics. */
class WatchTest {

  @Test
  void a_transport_on_the_same_address_serves_them_and_nobody_else() {
    Watch watch = new Watch(ListenAddress.parse("127.0.0.1:9821"));

    assertThat(watch.takenBy(ListenAddress.parse("127.0.0.1:9820"))).isEmpty();
    assertThat(watch.endpoint()).isPresent();
    assertThat(watch.takenBy(ListenAddress.parse("127.0.0.1:9821"))).isPresent();
    assertThat(watch.endpoint()).isEmpty();
  }

  @Test
  void two_free_ports_are_not_the_same() {
    Watch watch = new Watch(ListenAddress.parse("127.0.0.1:0"));

    assertThat(watch.takenBy(ListenAddress.parse("127.0.0.1:0"))).isEmpty();
    assertThat(watch.endpoint()).isPresent();
  }
}
