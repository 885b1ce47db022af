package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The trust under which a request is answered. It narrows what the caller may see, and never widens
 * it. Immutable.
 */
public final class TrustContext {

  private final Sensitivity maxSensitivity;
  private final @Nullable String actorId;
  private final List<String> scopes;

  private TrustContext(Sensitivity maxSensitivity, @Nullable String actorId, List<String> scopes) {
    this.maxSensitivity = maxSensitivity;
    this.actorId = actorId;
    this.scopes = scopes;
  }

  /** Trust up to a sensitivity, in some scopes or, naming none, in all. */
  public static TrustContext upTo(Sensitivity maxSensitivity, String... scopes) {
    return upTo(maxSensitivity, Arrays.asList(requireNonNull(scopes, "scopes")));
  }

  /** As {@link #upTo(Sensitivity, String...)}. */
  public static TrustContext upTo(Sensitivity maxSensitivity, Collection<String> scopes) {
    return new TrustContext(
        requireNonNull(maxSensitivity, "max_sensitivity"), null, Elements.of("scopes", scopes));
  }

  /** The same trust of somebody who acts for another; informational. */
  public TrustContext actingFor(String actor) {
    return new TrustContext(maxSensitivity, requireNonNull(actor, "actor_id"), scopes);
  }

  /** The highest sensitivity to show in full. */
  public Sensitivity maxSensitivity() {
    return maxSensitivity;
  }

  /** Whom the caller acts for; informational; null: not said. */
  public @Nullable String actorId() {
    return actorId;
  }

  /** The scopes to look in; empty means all that the caller may see. */
  public List<String> scopes() {
    return scopes;
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

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TrustContext that
        && maxSensitivity == that.maxSensitivity
        && Objects.equals(actorId, that.actorId)
        && scopes.equals(that.scopes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(maxSensitivity, actorId, scopes);
  }

  @Override
  public String toString() {
    return "TrustContext[maxSensitivity=%s, actorId=%s, scopes=%s]"
        .formatted(maxSensitivity, actorId, scopes);
  }
}
