package dev.membrane;

import org.jspecify.annotations.Nullable;

/**
 * Lists what is stored, a page at a time. What the caller may not see is not listed, leaves no gap
 * and is not counted.
 *
 * <p>Every page except the last is full, unless its records are larger than an answer may be. The
 * next page is the same request with the cursor of the page before. What is stored all the while is
 * listed once, whatever is written in between.
 *
 * <p>All methods throw {@link dev.membrane.schema.ValidationException} if the request breaks a
 * rule, {@link AccessDeniedException} if the caller may not list, {@link CancelledException} if the
 * caller stops waiting, {@link dev.membrane.spi.StoreUnavailableException}, and {@link
 * ClosedException}. Safe for use by many threads.
 */
public interface Listing {

  /** Lists records in the order in which they were stored. */
  RecordPage records(ListRecordsRequest request);

  /**
   * Lists the relations of a record, and those of others to it. Both records have to be seen in
   * full. Retracted records are included.
   *
   * @throws NotFoundException if the record does not exist or the caller may not know of it
   * @throws AccessDeniedException if the caller may only know that the record exists
   */
  RelationPage relations(String id, PageRequest page);

  /**
   * Lists the episodes that have a key, in the order in which they began.
   *
   * @param key only episodes of this key; a key begins another episode when one has its outcome;
   *     null or empty: of any key
   */
  EpisodePage episodes(@Nullable String key, PageRequest page);

  /**
   * Lists competences and plan graphs as Agent Skills, in the order in which they were stored:
   * those that the caller sees in full and that are neither retracted nor superseded. Skills that
   * stopped working are left out unless they are asked for, and then say so. A skill has no values
   * of arguments, and no text of runs that is about a single case.
   *
   * <p>With a name, at most one skill is listed. It is found without a search.
   */
  SkillPage skills(ListSkillsRequest request);

  /**
   * Lists the scopes in which the caller sees records in full, with their number, whatever their
   * type or status.
   */
  ScopePage scopes(PageRequest page);

  /**
   * Lists the background work that waits and how the last runs ended, over all scopes.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   */
  JobsReport jobs();
}
