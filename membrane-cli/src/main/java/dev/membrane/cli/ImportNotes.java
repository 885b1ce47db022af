package dev.membrane.cli;

import java.util.Map;
import java.util.TreeMap;

/** What of some records is not as it was, and what stays behind, counted. Not thread-safe. */
final class ImportNotes {

  private final Map<String, Long> changed = new TreeMap<>();
  private final Map<String, Long> left = new TreeMap<>();

  /** Something is not as it was. */
  void changed(String what) {
    changed.merge(what, 1L, Long::sum);
  }

  /** Something stays behind, since there is no place for it here. */
  void left(String what) {
    left.merge(what, 1L, Long::sum);
  }

  /** Adds the counts to others. These begin anew, so that none of them counts twice. */
  void moveTo(ImportNotes all) {
    changed.forEach((what, count) -> all.changed.merge(what, count, Long::sum));
    left.forEach((what, count) -> all.left.merge(what, count, Long::sum));
    changed.clear();
    left.clear();
  }

  Map<String, Long> changed() {
    return changed;
  }

  Map<String, Long> left() {
    return left;
  }
}
