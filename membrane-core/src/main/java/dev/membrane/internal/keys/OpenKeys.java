package dev.membrane.internal.keys;

import dev.membrane.internal.value.Digest;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of the keys under which records are open, one for each level of sensitivity. */
public final class OpenKeys {

  private OpenKeys() {}

  /**
   * How the names begin.
   *
   * @param kind what they are for; the same word can have keys of other kinds, which are
   *     independent
   * @param scope null: none
   * @param word the caller's own key
   */
  public static String of(String kind, @Nullable String scope, String word) {
    return kind + Digest.of(List.of(Objects.requireNonNullElse(scope, ""), word));
  }

  /** The name for a level. */
  public static String at(String beginning, Sensitivity level) {
    return beginning + ":" + level.wireName();
  }
}
