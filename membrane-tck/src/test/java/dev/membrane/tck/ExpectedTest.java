package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.StoreUnavailableException;
import org.junit.jupiter.api.Test;

/** What a vendor reads whose plugin does not refuse what it has to. */
class ExpectedTest {

  @Test
  void a_call_that_went_through_is_told_which_exception_was_expected() {
    assertThatThrownBy(() -> Expected.refusal(ConflictException.class, "a lost update", () -> {}))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a lost update: expected to be refused with ConflictException");
  }

  @Test
  void so_is_one_that_failed_otherwise() {
    assertThatThrownBy(
            () ->
                Expected.refusal(
                    StoreUnavailableException.class,
                    () -> {
                      throw new IllegalStateException("closed");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected to be refused with StoreUnavailableException")
        .hasMessageContaining("IllegalStateException");
  }
}
