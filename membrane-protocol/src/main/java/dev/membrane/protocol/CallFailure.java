package dev.membrane.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What a caller learns of a call that failed.
 *
 * @param text for people
 * @param field of the request that it is about; null: none in particular
 */
public record CallFailure(CallCode code, String text, @Nullable String field) {

  /** A failure that is about no field in particular. */
  public CallFailure(CallCode code, String text) {
    this(code, text, null);
  }
}
