package dev.membrane.internal.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.TrustContext;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Visibility;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SightTest {

  /** What is one level above is denied; of what is further above, or elsewhere, nothing is told. */
  @ParameterizedTest
  @CsvSource({
    "LOW, ours, seen",
    "MEDIUM, ours, seen",
    "HIGH, ours, denied",
    "HYPER, ours, unknown",
    "MEDIUM, , seen",
    "HIGH, , denied",
    "LOW, theirs, unknown",
    "HIGH, theirs, unknown"
  })
  void a_record_is_seen_denied_or_unknown(
      Sensitivity sensitivity, @Nullable String scope, String told) {
    Visibility visibility = new Visibility(Sensitivity.MEDIUM, Set.of("ours"));

    switch (told) {
      case "seen" ->
          assertThatCode(() -> Sight.requireInFull(visibility, scope, sensitivity))
              .doesNotThrowAnyException();
      case "denied" ->
          assertThatThrownBy(() -> Sight.requireInFull(visibility, scope, sensitivity))
              .isInstanceOf(AccessDeniedException.class);
      default ->
          assertThatThrownBy(() -> Sight.requireInFull(visibility, scope, sensitivity))
              .isInstanceOf(NotFoundException.class);
    }
    assertThat(visibility.seesAtAll(scope, sensitivity)).isEqualTo(!told.equals("unknown"));
  }

  @Test
  void no_trust_is_the_whole_grant() {
    Caller caller = Caller.named("ann").in("ours");

    assertThat(Sight.under(null, caller)).isEqualTo(caller.visibility());
  }

  @Test
  void a_trust_narrows_the_grant_and_is_checked() {
    Caller caller = Caller.named("ann").in("ours");

    assertThat(Sight.under(TrustContext.upTo(Sensitivity.LOW), caller))
        .isEqualTo(new Visibility(Sensitivity.LOW, caller.visibility().scopes()));
    assertThatThrownBy(() -> Sight.under(TrustContext.upTo(Sensitivity.LOW, "\u0000"), caller))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("trust.scopes");
  }
}
