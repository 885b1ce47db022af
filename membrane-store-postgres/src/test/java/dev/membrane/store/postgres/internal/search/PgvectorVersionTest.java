package dev.membrane.store.postgres.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which versions of pgvector are used. */
final class PgvectorVersionTest {

  @Test
  void versions_that_do_not_go_on_with_a_scan_are_too_old() {
    assertThat(List.of("0.8.0", "0.10", "1.0.0")).allMatch(Pgvector::isNewEnough);
    assertThat(List.of("0.7.4", "0.5.1", "unknown")).noneMatch(Pgvector::isNewEnough);
  }
}
