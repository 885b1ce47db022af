package dev.membrane;

/**
 * Raises and lowers the salience of records. Each call is one commit. Concurrent calls about one
 * record all take effect, one after the other.
 *
 * <p>The rationale is kept in the audit log as given, and may be empty. Every method throws {@link
 * dev.membrane.schema.ValidationException} for a text that is too long, {@link NotFoundException}
 * if the record does not exist or the caller may not know of it, {@link AccessDeniedException} if
 * the caller may only know that it exists or may not change it, {@link FailedPreconditionException}
 * if the record is retracted or superseded, {@link dev.membrane.spi.StoreUnavailableException}, and
 * {@link ClosedException}. Safe for use by many threads.
 */
public interface Decay {

  /** The same, but only for records that a trust context shows in full. */
  Decay under(TrustContext trust);

  /**
   * The record was useful: its live salience {@code s} becomes {@code max(s, min(1, s + gain))}.
   */
  void reinforce(String id, String rationale);

  /**
   * The record was not useful: its live salience {@code s} becomes {@code min(s, max(min_salience,
   * s - amount))}.
   *
   * @param amount finite, at least 0
   */
  void penalize(String id, double amount, String rationale);
}
