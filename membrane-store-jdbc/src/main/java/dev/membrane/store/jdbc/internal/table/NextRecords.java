package dev.membrane.store.jdbc.internal.table;

import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.filter.Space.By;

/** The query for the records of some spaces that come next. */
public final class NextRecords {

  /** The sign keeps the planner from reading all records of all the spaces. */
  private static final String OF_MANY =
      """
      SELECT {text s.id}, s.rid
      FROM memory s
      WHERE s.rid > :after AND +s.<space> {in spaces} <conditions>
      ORDER BY s.rid
      LIMIT :limit
      """;

  private NextRecords() {}

  /**
   * As {@link Dialect#nextOfSpaces}. Where each of all scopes has spaces of its own, there may be
   * more than records are wanted. Most of them have none among these, so that the records are
   * walked through instead, few of which are in no space. Nobody walks through records that he may
   * not see.
   */
  public static String query(Dialect dialect, Visibility visibility, By by, int spaces, int limit) {
    boolean isOfMany = by == By.SCOPE && visibility.seesAll() && spaces > limit;
    return (isOfMany ? OF_MANY : dialect.nextOfSpaces()).replace("<space>", by.column());
  }
}
