package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who serves the metrics. */
class ServerMetricsTest {

  @Test
  void a_transport_on_the_same_address_serves_them_and_nobody_else() {
    ServerMetrics metrics = new ServerMetrics(ListenAddress.parse("127.0.0.1:9821"));

    assertThat(metrics.takenBy(ListenAddress.parse("127.0.0.1:9820"))).isEmpty();
    assertThat(metrics.endpoint()).isPresent();
    assertThat(metrics.takenBy(ListenAddress.parse("127.0.0.1:9821"))).isPresent();
    assertThat(metrics.endpoint()).isEmpty();
  }

  @Test
  void two_free_ports_are_not_the_same() {
    ServerMetrics metrics = new ServerMetrics(ListenAddress.parse("127.0.0.1:0"));

    assertThat(metrics.takenBy(ListenAddress.parse("127.0.0.1:0"))).isEmpty();
    assertThat(metrics.endpoint()).isPresent();
  }
}
