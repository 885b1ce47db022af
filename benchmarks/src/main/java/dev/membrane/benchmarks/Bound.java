package dev.membrane.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What was measured, and the bound that it has to keep.
 *
 * @param what the figure, and the number of callers or records where there may be several
 * @param measured in the unit that {@code what} names; no unit for a ratio
 * @param sides both figures of a ratio with their unit; empty for anything else
 * @param isMost whether {@code limit} is the most that is allowed, and not the least
 */
record Bound(String what, double measured, String sides, boolean isMost, double limit) {

  private static final String AT_MOST = "at_most";
  private static final String AT_LEAST = "at_least";
  private static final String RATIO = "ratio";

  /** All bounds of a figure: of its ratio, and of each member that has one of its own. */
  static List<Bound> of(Figure figure) {
    Map<String, Object> members = figure.members();
    List<Bound> bounds = new ArrayList<>();
    members.forEach(
        (name, limit) -> {
          if (name.endsWith(AT_MOST) || name.endsWith(AT_LEAST)) {
            bounds.add(of(members, name, ((Number) limit).doubleValue()));
          }
        });
    return bounds;
  }

  private static Bound of(Map<String, Object> members, String name, double limit) {
    boolean isMost = name.endsWith(AT_MOST);
    String stem = name.substring(0, name.length() - (isMost ? AT_MOST : AT_LEAST).length());
    boolean isRatio = stem.isEmpty();
    String of = isRatio ? RATIO : stem.substring(0, stem.length() - 1);
    double measured = ((Number) Objects.requireNonNull(members.get(of))).doubleValue();
    return new Bound(
        what(members, isRatio ? "" : of), measured, isRatio ? sides(members) : "", isMost, limit);
  }

  private static String what(Map<String, Object> members, String member) {
    String name = String.valueOf(members.get("figure")).replaceFirst("^ratio: ", "");
    StringBuilder what = new StringBuilder(name);
    if (!member.isEmpty()) {
      what.append(", ").append(member.replace('_', ' '));
    }
    if (members.get("callers") instanceof Integer callers && callers > 0) {
      what.append(callers == 1 ? ", 1 caller" : ", " + callers + " callers");
    }
    if (members.get("count") instanceof Number count) {
      what.append(", ").append(String.format(Locale.ROOT, "%,d records", count.longValue()));
    }
    return what.toString();
  }

  private static String sides(Map<String, Object> members) {
    return members.get("one") + " to " + members.get("other") + " " + members.get("unit");
  }

  boolean isMet() {
    return isMost ? measured <= limit : measured >= limit;
  }

  /** How much of what is allowed is used: 1 at the bound, more where it is missed. */
  double use() {
    return isMost ? measured / limit : limit / measured;
  }

  /** The bound with its sign. */
  String sign() {
    return (isMost ? "≤ " : "≥ ") + Figure.rounded(limit);
  }
}
