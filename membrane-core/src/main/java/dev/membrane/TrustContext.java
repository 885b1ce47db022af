package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Visibility;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The trust under which a request is answered. It narrows what the caller may see, and never widens
 * it.
 *
 * @param maxSensitivity the highest sensitivity to show in full
 * @param actorId whom the caller acts for; informational
 * @param scopes the scopes to look in; empty means all that the caller may see
 */
public record TrustContext(
    Sensitivity maxSensitivity, @Nullable String actorId, List<String> scopes) {

  /** Copies the scopes. */
  public TrustContext {
    requireNonNull(maxSensitivity, "max_sensitivity");
    scopes = Elements.of("scopes", scopes);
  }

  /** Trust up to a sensitivity, in some scopes or, naming none, in all. */
  public static TrustContext upTo(Sensitivity maxSensitivity, String... scopes) {
    return new TrustContext(maxSensitivity, null, Arrays.asList(requireNonNull(scopes, "scopes")));
  }

  /**
   * Checks the scopes.
   *
   * @throws dev.membrane.schema.ValidationException naming the field
   */
  public void check() {
    Limits.checkList("trust.scopes", scopes);
    scopes.forEach(scope -> TextRules.check("trust.scopes", scope));
  }

  /** What a caller may see under this trust. */
  public Visibility of(Caller caller) {
    Set<String> wanted = scopes.isEmpty() ? null : Scopes.inEveryForm(scopes);
    return caller.visibility().and(new Visibility(maxSensitivity, wanted));
  }
}
