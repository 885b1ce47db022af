package dev.membrane.internal.erase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import java.math.BigInteger;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An erasure goes on with exactly what its key says. */
final class ErasureStateTest {

  private static final String ID = "0190b5a4-0000-7000-8000-000000000001";

  /** The least whole number above zero that no double has. */
  private static final long NO_DOUBLE = (1L << 53) + 1;

  private static final Visibility VISIBILITY = new Visibility(Sensitivity.HIGH, Set.of("team"));

  @Test
  void no_number_is_rounded() {
    Key key =
        begun(NO_DOUBLE)
            .with(
                ErasureCounts.of(ErasureCounts.CHANGED, NO_DOUBLE),
                new AuditHead(NO_DOUBLE, BigInteger.TEN))
            .toKey();

    assertThat(ErasureState.read(key).map(ErasureState::toKey)).contains(key);
  }

  @ParameterizedTest
  @EnumSource(ErasurePhase.class)
  void every_phase_is_gone_on_with(ErasurePhase phase) {
    Key key = begun(1).at(phase, "here").toKey();

    assertThat(ErasureState.read(key).map(ErasureState::phase)).contains(phase);
  }

  @ParameterizedTest
  @CsvSource({"IDEMPOTENT_CALLS, RECEIPTS", "ANSWER_RECEIPTS, ANSWERS"})
  void a_phase_is_stored_by_its_own_word(ErasurePhase phase, String word) {
    assertThat(begun(1).at(phase, "").toKey().value()).contains("\"phase\":\"" + word + "\"");
  }

  private static ErasureState begun(long records) {
    EraseRequest request =
        EraseRequest.builder().scope("team").reason("asked for").overridePolicy(true).build();
    return ErasureState.begin(ID, new ErasureTarget(request, VISIBILITY), "admin", records);
  }
}
