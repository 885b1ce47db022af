package dev.membrane.spi.search;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may see. Unscoped records are in everybody's scope.
 *
 * @param ceiling the highest sensitivity seen in full; records exactly one level above are seen
 *     redacted
 * @param scopes the scopes allowed; null allows all, an empty set unscoped records only
 */
public record Visibility(Sensitivity ceiling, @Nullable Set<String> scopes) {

  /** Sees everything. */
  public static final Visibility ALL = new Visibility(Sensitivity.HYPER, null);

  /** Copies the scopes. */
  public Visibility {
    scopes = scopes == null ? null : Set.copyOf(scopes);
  }

  /** Whether everything is seen in full. */
  public boolean seesAll() {
    return equals(ALL);
  }

  /** The intersection with another visibility. */
  public Visibility and(Visibility other) {
    Sensitivity lower = ceiling.covers(other.ceiling) ? other.ceiling : ceiling;
    return new Visibility(lower, common(scopes, other.scopes));
  }

  private static @Nullable Set<String> common(
      @Nullable Set<String> some, @Nullable Set<String> others) {
    if (some == null || others == null) {
      return some == null ? others : some;
    }
    return some.stream().filter(others::contains).collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a scope (null: none) is allowed. */
  public boolean allows(@Nullable String scope) {
    return scope == null || scopes == null || scopes.contains(scope);
  }

  /** Whether a record is seen in full. */
  public boolean sees(MemoryRecord record) {
    return sees(record.scope(), record.sensitivity());
  }

  /** Whether a record of a scope (null: none) and sensitivity is seen in full. */
  public boolean sees(@Nullable String scope, Sensitivity sensitivity) {
    return allows(scope) && ceiling.covers(sensitivity);
  }

  /** Whether a record is seen redacted only. */
  public boolean seesRedacted(MemoryRecord record) {
    return seesRedacted(record.scope(), record.sensitivity());
  }

  /** Whether a record of a scope (null: none) and sensitivity is seen redacted only. */
  public boolean seesRedacted(@Nullable String scope, Sensitivity sensitivity) {
    return allows(scope) && ceiling.isOneBelow(sensitivity);
  }

  /** Whether a record of a scope (null: none) and sensitivity is seen, in full or redacted. */
  public boolean seesAtAll(@Nullable String scope, Sensitivity sensitivity) {
    return sees(scope, sensitivity) || seesRedacted(scope, sensitivity);
  }
}
