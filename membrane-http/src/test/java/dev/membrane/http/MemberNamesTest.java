package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of members that callers choose. */
class MemberNamesTest {

  private static final int NAMES = 20;
  private static final int LENGTH = 5_000;
  private static final int REQUESTS = 200;

  /**
   * Half of what the names would take. The rest is for buffers, which do not grow with requests.
   */
  private static final long MAX_GROWTH = (long) REQUESTS * NAMES * LENGTH / 2;

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/ingest-tool-output", "/membrane.v1.MembraneService/IngestToolOutput"})
  void no_name_is_kept_after_its_request(String path) {
    try (Site site = Site.started()) {
      send(site, path, 0, 20);
      long before = used();

      send(site, path, 20, 20 + REQUESTS);

      assertThat(used() - before).isLessThan(MAX_GROWTH);
    }
  }

  private static void send(Site site, String path, int from, int to) {
    for (int i = from; i < to; i++) {
      // Refused, as it names no tool: nothing of it is stored.
      assertThat(site.post(path, "{\"args\": {" + members(path + i) + "}}").statusCode())
          .isEqualTo(400);
    }
  }

  /** The names of one request are in no other. */
  private static String members(String request) {
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
