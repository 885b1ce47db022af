package dev.membrane.audit;

import org.jspecify.annotations.Nullable;

/**
 * What a verification of all audit logs found.
 *
 * @param records how many records were looked at, deleted ones included
 * @param entries how many entries they have
 * @param head SHA-256 over the ids and the hashes of their last entries: kept elsewhere, it shows
 *     later whether a log was removed as a whole or written anew
 * @param broken the first entry that does not hold, in the order of the ids; null if all do
 */
public record AuditReport(long records, long entries, String head, @Nullable Broken broken) {

  /**
   * An entry that does not hold.
   *
   * @param id the record
   * @param entry its place in the log, counted from 1
   * @param reason what is wrong with it
   */
  public record Broken(String id, int entry, String reason) {}
}
