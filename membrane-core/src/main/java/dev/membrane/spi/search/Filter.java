package dev.membrane.spi.search;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which records a search may answer with. A record passes if
 *
 * <ul>
 *   <li>its type is among {@code types} and its live salience at {@code at} is at least {@code
 *       minSalience}, and
 *   <li>either it is seen in full, is not retired unless {@code retiredToo}, carries all of {@code
 *       tags}, is a working record of {@code threadId} if one is given, is of the episode with the
 *       key {@code episode} if one is given, and is no fact whose timebox excludes {@code validAt}
 *       if that is given;
 *   <li>or {@code redactedToo} and it is seen redacted: then only its type, scope, sensitivity and
 *       salience count, since the caller may learn no more of it.
 * </ul>
 *
 * @param visibility what the caller may see
 * @param redactedToo whether records one level above the caller's count
 * @param types the types wanted, at least one
 * @param retiredToo whether retracted and superseded records count
 * @param tags tags that must all be there; may be empty
 * @param threadId restricts to working records of a thread; null: no restriction
 * @param episode restricts to records whose {@link MemoryRecord#episode} it is; null: no
 *     restriction
 * @param minSalience the least live salience, 0 for no bound
 * @param at the instant of the search, in whole microseconds
 * @param validAt the instant at which facts have to hold, in whole microseconds; null: whether they
 *     hold or not
 */
public record Filter(
    Visibility visibility,
    boolean redactedToo,
    Set<MemoryType> types,
    boolean retiredToo,
    Set<String> tags,
    @Nullable String threadId,
    @Nullable String episode,
    double minSalience,
    Instant at,
    @Nullable Instant validAt) {

  /** Copies the sets. */
  public Filter {
    types = Set.copyOf(types);
    tags = Set.copyOf(tags);
  }

  /** What a caller sees in full at an instant: nothing retired, no fact outside its timebox. */
  public static Filter of(Visibility visibility, Instant at) {
    Set<MemoryType> types = Set.of(MemoryType.values());
    return new Filter(visibility, false, types, false, Set.of(), null, null, 0, at, at);
  }

  /**
   * All that a caller sees in full at an instant: also what is retired, and facts of any timebox.
   */
  public static Filter ofAll(Visibility visibility, Instant at) {
    Set<MemoryType> types = Set.of(MemoryType.values());
    return new Filter(visibility, false, types, true, Set.of(), null, null, 0, at, null);
  }

  /** The same for another caller. */
  public Filter withVisibility(Visibility other) {
    return new Filter(
        other, redactedToo, types, retiredToo, tags, threadId, episode, minSalience, at, validAt);
  }

  /** The same, with or without redacted records. */
  public Filter withRedacted(boolean wanted) {
    return new Filter(
        visibility, wanted, types, retiredToo, tags, threadId, episode, minSalience, at, validAt);
  }

  /** The same for other types. */
  public Filter withTypes(Set<MemoryType> others) {
    return new Filter(
        visibility,
        redactedToo,
        others,
        retiredToo,
        tags,
        threadId,
        episode,
        minSalience,
        at,
        validAt);
  }

  /** The same, with or without retired records. */
  public Filter withRetired(boolean wanted) {
    return new Filter(
        visibility, redactedToo, types, wanted, tags, threadId, episode, minSalience, at, validAt);
  }

  /** The same for other tags. */
  public Filter withTags(Set<String> others) {
    return new Filter(
        visibility,
        redactedToo,
        types,
        retiredToo,
        others,
        threadId,
        episode,
        minSalience,
        at,
        validAt);
  }

  /** The same for another thread; null: for any. */
  public Filter withThreadId(@Nullable String other) {
    return new Filter(
        visibility, redactedToo, types, retiredToo, tags, other, episode, minSalience, at, validAt);
  }

  /** The same for another episode; null: for any. */
  public Filter withEpisode(@Nullable String key) {
    return new Filter(
        visibility, redactedToo, types, retiredToo, tags, threadId, key, minSalience, at, validAt);
  }

  /** The same for another least salience. */
  public Filter withMinSalience(double other) {
    return new Filter(
        visibility, redactedToo, types, retiredToo, tags, threadId, episode, other, at, validAt);
  }

  /** The same at another instant, at which facts have to hold, too. */
  public Filter withAt(Instant now) {
    return new Filter(
        visibility, redactedToo, types, retiredToo, tags, threadId, episode, minSalience, now, now);
  }

  /** Whether a stored record passes. The query of every store must select the same. */
  public boolean passes(StoredRecord stored) {
    MemoryRecord record = stored.record();
    return types.contains(record.type())
        && stored.salienceAt(at) >= minSalience
        && (visibility.sees(record) ? passesInFull(record) : passesRedacted(record));
  }

  /** Whether a record passes that is seen redacted. */
  public boolean passesRedacted(RedactedRecord outline) {
    return types.contains(outline.type())
        && outline.salience() >= minSalience
        && redactedToo
        && visibility.seesRedacted(outline.scope(), outline.sensitivity());
  }

  private boolean passesRedacted(MemoryRecord record) {
    return redactedToo && visibility.seesRedacted(record);
  }

  private boolean passesInFull(MemoryRecord record) {
    return (retiredToo || !record.isRetired())
        && record.tags().containsAll(tags)
        && (threadId == null || isOfThread(record, threadId))
        && (episode == null || episode.equals(record.episode()))
        && holdsAt(record);
  }

  private static boolean isOfThread(MemoryRecord record, String threadId) {
    return record.payload() instanceof WorkingPayload working
        && working.threadId().equals(threadId);
  }

  private boolean holdsAt(MemoryRecord record) {
    if (validAt == null || !(record.payload() instanceof SemanticPayload fact)) {
      return true;
    }
    Validity validity = fact.validity();
    return validity.mode() != ValidityMode.TIMEBOXED
        || ((validity.start() == null || !validAt.isBefore(validity.start()))
            && (validity.end() == null || !validAt.isAfter(validity.end())));
  }
}
