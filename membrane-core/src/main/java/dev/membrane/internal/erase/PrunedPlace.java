package dev.membrane.internal.erase;

import dev.membrane.spi.store.History.PastRecord;
import java.util.List;

/**
 * How far an erasure has looked at what was pruned.
 *
 * @param arrival the arrival of the last record that was looked at; 0: none yet
 * @param isAnyFound whether anything was erased since the first was looked at
 */
record PrunedPlace(long arrival, boolean isAnyFound) {

  static PrunedPlace of(String text) {
    String[] parts = text.split(" ", -1);
    return text.isEmpty()
        ? new PrunedPlace(0, false)
        : new PrunedPlace(Long.parseLong(parts[0]), Boolean.parseBoolean(parts[1]));
  }

  PrunedPlace after(List<PastRecord> page, PrunedTargets found) {
    return new PrunedPlace(
        page.get(page.size() - 1).arrival(), isAnyFound || !found.erased().isEmpty());
  }

  String text() {
    return arrival + " " + isAnyFound;
  }
}
