package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Visibility;
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

  private TrustContext(Builder built) {
    this.maxSensitivity = requireNonNull(built.maxSensitivity, "max_sensitivity");
    this.actorId = built.actorId;
    this.scopes = built.scopes;
  }

  /** A builder; the highest sensitivity has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Trust up to a sensitivity, in some scopes or, naming none, in all. */
  public static TrustContext upTo(Sensitivity maxSensitivity, String... scopes) {
    return builder()
        .maxSensitivity(maxSensitivity)
        .scopes(Arrays.asList(requireNonNull(scopes, "scopes")))
        .build();
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

  /** Builds a trust context. Not thread-safe. */
  public static final class Builder {
    private @Nullable Sensitivity maxSensitivity;
    private @Nullable String actorId;
    private List<String> scopes = List.of();

    private Builder() {}

    /** Sets the highest sensitivity to show in full; it has to be set. */
    public Builder maxSensitivity(Sensitivity highest) {
      maxSensitivity = requireNonNull(highest, "max_sensitivity");
      return this;
    }

    /** Says whom the caller acts for. */
    public Builder actorId(String id) {
      actorId = requireNonNull(id, "actor_id");
      return this;
    }

    /** Sets the scopes to look in; none: all that the caller may see. */
    public Builder scopes(Collection<String> wanted) {
      scopes = Elements.of("scopes", wanted);
      return this;
    }

    /**
     * Builds the trust context.
     *
     * @throws NullPointerException if the highest sensitivity is not set
     */
    public TrustContext build() {
      return new TrustContext(this);
    }
  }
}
