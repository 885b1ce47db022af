package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of members that callers choose. */
class MemberNamesTest {

  private static final int NAMES = 40;
  private static final int LENGTH = 49_000;
  private static final long MOST_GROWTH = 10 << 20;

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/ingest-tool-output", "/membrane.v1.MembraneService/IngestToolOutput"})
  void no_name_is_kept_after_its_request(String path) {
    try (Site site = Site.started()) {
      send(site, path, 0, 5);
      long before = used();

      send(site, path, 5, 25);

      assertThat(used() - before).isLessThan(MOST_GROWTH);
    }
  }

  private static void send(Site site, String path, int from, int to) {
    for (int i = from; i < to; i++) {
      // Refused, as it names no tool: nothing of it is stored.
      assertThat(site.post(path, "{\"args\": {" + members(i) + "}}").statusCode()).isEqualTo(400);
    }
  }

  /** The names of one request are in no other. */
  private static String members(int request) {
    return IntStream.range(0, NAMES)
        .mapToObj(i -> "\"" + request + "_" + i + "x".repeat(LENGTH) + "\": 1")
        .collect(Collectors.joining(", "));
  }

  private static long used() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
