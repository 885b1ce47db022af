package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to erase: records by their ids, a scope, or a subject. Exactly one of them is given, which
 * is checked when the request is handed in.
 *
 * @param ids records, at most {@value #MOST_IDS}; also deleted ones, of which others may still have
 *     something. Of an episode with several records, all that the caller sees in full are erased.
 *     Empty: not by ids
 * @param scope the scope of which all records are erased that the caller sees in full; null: not by
 *     scope
 * @param subject the exact subject of the facts that are erased, with the episodes that nothing
 *     else was learned from; null: not by subject
 * @param reason why, for the proof; may be empty
 * @param dryRun whether it is only told what would be erased
 * @param overridePolicy whether records with the deletion policy {@code never} are erased, too
 */
public record EraseRequest(
    List<String> ids,
    @Nullable String scope,
    @Nullable String subject,
    String reason,
    boolean dryRun,
    boolean overridePolicy) {

  /** The most ids of a request. */
  public static final int MOST_IDS = 1_000;

  /** Copies the ids. */
  public EraseRequest {
    ids = Elements.of("ids", ids);
    requireNonNull(reason, "reason");
  }

  /** Records by their ids. */
  public static EraseRequest ofRecords(Collection<String> ids) {
    return new EraseRequest(Elements.of("ids", ids), null, null, "", false, false);
  }

  /** All records of a scope. */
  public static EraseRequest ofScope(String scope) {
    return new EraseRequest(List.of(), requireNonNull(scope, "scope"), null, "", false, false);
  }

  /** The facts with a subject, and the episodes that nothing else was learned from. */
  public static EraseRequest ofSubject(String subject) {
    return new EraseRequest(List.of(), null, requireNonNull(subject, "subject"), "", false, false);
  }

  /** The same for a reason. */
  public EraseRequest because(String why) {
    return new EraseRequest(ids, scope, subject, why, dryRun, overridePolicy);
  }

  /** The same, but nothing is erased. */
  public EraseRequest asDryRun() {
    return new EraseRequest(ids, scope, subject, reason, true, overridePolicy);
  }

  /** The same, also for records with the deletion policy {@code never}. */
  public EraseRequest overridingPolicy() {
    return new EraseRequest(ids, scope, subject, reason, dryRun, true);
  }
}
