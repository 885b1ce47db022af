package dev.membrane.internal.change;

import dev.membrane.Caller.Quota;

/** A number of records and bytes; negative where something is given back. */
record Usage(long records, long bytes) {

  static final Usage NONE = new Usage(0, 0);

  static Usage of(Quota quota) {
    return new Usage(quota.records(), quota.bytes());
  }

  /** What {@link #text} wrote; none if the text is anything else. */
  static Usage of(String text) {
    String[] counts = text.split(",", -1);
    try {
      return counts.length == 2
          ? new Usage(Long.parseLong(counts[0]), Long.parseLong(counts[1]))
          : NONE;
    } catch (NumberFormatException garbage) {
      return NONE;
    }
  }

  String text() {
    return records + "," + bytes;
  }

  Usage plus(Usage more) {
    return new Usage(records + more.records, bytes + more.bytes);
  }

  Usage negated() {
    return new Usage(-records, -bytes);
  }

  /** One of equal parts, which differ by at most one and together are this. */
  Usage share(int part, int parts) {
    return new Usage(share(records, part, parts), share(bytes, part, parts));
  }

  private static long share(long all, int part, int parts) {
    return Math.floorDiv(all, parts) + (part < Math.floorMod(all, parts) ? 1 : 0);
  }

  /** Whether none of both is more than that of a limit. */
  boolean fits(Usage limit) {
    return records <= limit.records && bytes <= limit.bytes;
  }
}
