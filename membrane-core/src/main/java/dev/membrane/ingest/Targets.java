package dev.membrane.ingest;

import dev.membrane.engine.AccessDeniedException;
import dev.membrane.engine.NotFoundException;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds the records that callers name in order to change them. Thread-safe. */
final class Targets {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final MemoryStore store;

  Targets(MemoryStore store) {
    this.store = store;
  }

  /**
   * The record with an id, which may be written in either case.
   *
   * @throws NotFoundException if there is none that the caller may know of
   * @throws AccessDeniedException if the caller may only know that it is there
   */
  Stored find(String id, Visibility visibility) {
    String canonical = id.toLowerCase(Locale.ROOT);
    // What is no id is not worth a question, and may be more than a database can take.
    List<Stored> found =
        ID.matcher(canonical).matches() ? store.get(List.of(canonical)) : List.of();
    for (Stored stored : found) {
      if (visibility.sees(stored.record())) {
        return stored;
      }
      if (visibility.seesRedacted(stored.record())) {
        throw new AccessDeniedException("access denied by trust context");
      }
    }
    throw notFound();
  }

  static NotFoundException notFound() {
    return new NotFoundException("record not found");
  }
}
