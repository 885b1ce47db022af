package dev.membrane.server.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.ClosedException;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.monitoring.MetricsPages;
import dev.membrane.server.monitoring.ReadyCheck;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
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
  void an_address_may_be_written_in_two_ways() {
    ServerMetrics metrics = new ServerMetrics(ListenAddress.parse("[::1]:9821"));
    assertThat(metrics.takenBy(ListenAddress.parse("[0:0:0:0:0:0:0:1]:9821"))).isPresent();
  }

  @Test
  void a_write_that_the_store_could_not_take_is_told_until_one_succeeds() {
    Meters meters = new Meters();
    try (MetricsPages pages =
        new MetricsPages(meters::scrape, () -> {}, () -> 0, meters::isWriteRefused)) {
      String ready = "ready\nembedding_backlog 0\n";
      assertThat(pages.at("/readyz").text()).isEqualTo(ready);

      meters.store("commit", WorkOutcome.UNAVAILABLE, Duration.ZERO);
      meters.store("commit", WorkOutcome.CONFLICT, Duration.ZERO);
      meters.store("search", WorkOutcome.OK, Duration.ZERO);
      assertThat(pages.at("/readyz").text()).isEqualTo(ready + "last_write refused\n");
      assertThat(pages.at("/readyz").status()).isEqualTo(200);

      meters.store("commit", WorkOutcome.OK, Duration.ZERO);
      assertThat(pages.at("/readyz").text()).isEqualTo(ready);
    }
  }

  @Test
  void whether_it_is_ready_is_a_figure_until_it_is_closed() {
    AtomicReference<RuntimeException> obstacle = new AtomicReference<>();
    Meters meters = new Meters();
    meters.watchReadiness(
        new ReadyCheck(
            () -> {
              if (obstacle.get() != null) {
                throw obstacle.get();
              }
            }));
    assertThat(meters.scrape()).contains("\nmembrane_ready 1.0\n");

    obstacle.set(new StoreUnavailableException("away"));
    assertThat(meters.scrape()).contains("\nmembrane_ready 0.0\n");

    obstacle.set(new ClosedException());
    assertThat(meters.scrape()).contains("\nmembrane_ready NaN\n");
  }

  @Test
  void two_free_ports_are_not_the_same() {
    ServerMetrics metrics = new ServerMetrics(ListenAddress.parse("127.0.0.1:0"));

    assertThat(metrics.takenBy(ListenAddress.parse("127.0.0.1:0"))).isEmpty();
    assertThat(metrics.endpoint()).isPresent();
  }
}
