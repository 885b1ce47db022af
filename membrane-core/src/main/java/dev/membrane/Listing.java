package dev.membrane;

import org.jspecify.annotations.Nullable;

/**
 * Lists what there is, a page at a time. What the caller may not see is not listed, leaves no gap
 * and is not counted.
 *
 * <p>A page but the last is full, unless its records are larger than an answer may be. To go on,
 * the same question is asked with the cursor of the page before. Whatever is written in between,
 * what is there all the while is listed once.
 *
 * <p>All methods throw {@link dev.membrane.schema.ValidationException} if the request breaks a
 * rule, {@link AccessDeniedException} if the caller may not ask, {@link CancelledException} if the
 * caller ceases to wait, {@link dev.membrane.spi.StoreUnavailableException}, and {@link
 * ClosedException}. Safe for use by many threads.
 */
public interface Listing {

  /** Lists records in the order in which they were stored. */
  RecordPage records(ListRecordsRequest request);

  /**
   * Lists the relations of a record, and those of others to it. Only relations between records that
   * are seen in full are listed; what is retracted is among them.
   *
   * @throws NotFoundException if there is no such record, or none that may be known of
   * @throws AccessDeniedException if the caller may only know that the record is there
   */
  RelationPage relations(String id, PageRequest page);

  /**
   * Lists the episodes that have a key, in the order in which they began.
   *
   * @param key only episodes of this key, which begins another whenever one has its outcome; null:
   *     of any
   */
  EpisodePage episodes(@Nullable String key, PageRequest page);

  /**
   * Lists competences and plan graphs as Agent Skills, in the order in which they were stored:
   * those that the caller sees in full and that are neither retracted nor superseded. What stopped
   * working is left out unless it is asked for, and then says so. A skill tells no values of
   * arguments, and of what was said in runs nothing that only one case is about.
   *
   * <p>With a name, at most one skill is listed. It is found without a search.
   */
  SkillPage skills(ListSkillsRequest request);

  /**
   * Lists the scopes of which the caller sees a record in full, with how many, whatever their type
   * or status.
   */
  ScopePage scopes(PageRequest page);

  /**
   * Tells what waits for the background and how its last runs ended, over all scopes.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   */
  JobsReport jobs();
}
