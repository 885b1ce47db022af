package dev.membrane.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class StoreUnavailableExceptionTest {

  @Test
  void the_reason_is_that_of_the_first_cause() {
    SQLException first = new SQLException("disk full", "53100");
    SQLException batch = new SQLException("Batch entry 0 <unknown> was aborted", "53100", first);
    assertThat(new StoreUnavailableException("cannot be written", "SQLState 53100", batch).reason())
        .isEqualTo("cannot be written (SQLState 53100): disk full");
  }

  @Test
  void a_cause_without_a_message_is_named() {
    SQLException lost = new SQLException("no connection", "08001", new InterruptedException());
    assertThat(new StoreUnavailableException("cannot be read", "SQLState 08001", lost).reason())
        .isEqualTo("cannot be read (SQLState 08001): InterruptedException");
  }
}
