package dev.membrane.store.jdbc.internal.filter;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.membrane.schema.DecayCurve;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A set of records that are visible to the same callers and decay in the same way.
 *
 * @param by the column of {@code memory} that names it
 * @param pool where its words are counted
 * @param curve of all its records; null: they have nothing in common
 * @param scope as columns have it; empty: none, or all together
 */
public record Space(
    long id, By by, long pool, @Nullable DecayCurve curve, long halfLife, String scope) {

  /** The two columns by which a record names its spaces. */
  public enum By {
    /** Of one scope. */
    SCOPE("space"),
    /** Of all scopes. */
    ALL_SCOPES("whole");

    private final String column;

    By(String column) {
      this.column = column;
    }

    /** The column's name, which is also how the names of the indexes upon it end. */
    public String column() {
      return column;
    }
  }

  /** The ids of some spaces. */
  public static List<Long> ids(List<Space> spaces) {
    return spaces.stream().map(Space::id).toList();
  }

  /** Some spaces in groups whose words have the same form. */
  public static Collection<List<Space>> byForm(StoreCipher cipher, List<Space> spaces) {
    return cipher.isPlain()
        ? List.of(spaces)
        : spaces.stream().collect(groupingBy(Space::scope, LinkedHashMap::new, toList())).values();
  }

  /** The form of the words of some spaces that have one in common. */
  public static WordForm formOf(StoreCipher cipher, List<Space> alike) {
    return cipher.wordsOfColumn(alike.isEmpty() ? "" : alike.get(0).scope());
  }

  /** Some spaces by the columns that name them, those that name any. */
  public static Map<By, List<Space>> byColumn(List<Space> spaces) {
    return spaces.stream().collect(groupingBy(Space::by, () -> new EnumMap<>(By.class), toList()));
  }

  /** Whether the order of its records never changes. */
  public boolean isSteady() {
    return curve == DecayCurve.EXPONENTIAL;
  }
}
