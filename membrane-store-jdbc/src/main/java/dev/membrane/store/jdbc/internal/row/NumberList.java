package dev.membrane.store.jdbc.internal.row;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with commas between them, as databases join the values of a column. To fetch thousands of
 * numbers row by row would take longer than to find them.
 */
public final class NumberList {

  private NumberList() {}

  /**
   * Adds the numbers of a list.
   *
   * @param list null: none
   */
  public static void addTo(Collection<Long> numbers, @Nullable String list) {
    int start = 0;
    while (list != null && start < list.length()) {
      int comma = list.indexOf(',', start);
      int end = comma < 0 ? list.length() : comma;
      numbers.add(Long.parseLong(list, start, end, 10));
      start = end + 1;
    }
  }
}
