package dev.membrane.internal.change;

import dev.membrane.Quota;

/** A number of records and bytes; negative where something is given back. */
record Usage(long records, long bytes) {

  static final Usage NONE = new Usage(0, 0);

  static Usage of(String text) {
    int comma = text.indexOf(',');
    return new Usage(
        Long.parseLong(text.substring(0, comma)), Long.parseLong(text.substring(comma + 1)));
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

  boolean fits(Quota quota) {
    return records <= quota.records() && bytes <= quota.bytes();
  }
}
