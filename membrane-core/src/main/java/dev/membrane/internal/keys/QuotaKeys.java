package dev.membrane.internal.keys;

import java.util.regex.Pattern;

/**
 * The keys that count what each caller keeps: {@code <records>,<bytes>} in several parts, and for
 * each record what it costs whom.
 */
public final class QuotaKeys {

  private static final String COUNT = "-?\\d{1,18},-?\\d{1,18}";
  private static final String COST = "[^ =]+=" + COUNT;
  private static final Pattern COUNTS = Pattern.compile(COUNT);
  private static final Pattern COSTS = Pattern.compile(COST + "(?: " + COST + ")*+");

  private QuotaKeys() {}

  /** The name of the key of one part of what a caller keeps. */
  public static String part(String account, int part) {
    return KeyKinds.QUOTA + account + ":" + part;
  }

  /** The name of the key of what a record costs, which it owns. */
  public static String cost(String id) {
    return KeyKinds.COST + id;
  }

  /** Whether a text can be the value of a part. */
  public static boolean isCount(String value) {
    return COUNTS.matcher(value).matches();
  }

  /** Whether a text can be the value of what a record costs. */
  public static boolean isCost(String value) {
    return COSTS.matcher(value).matches();
  }
}
