package dev.membrane.internal.access;

import dev.membrane.spi.store.UnreadableRecordException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads many records of which some may be damaged. */
public final class DamagedRecords {

  private DamagedRecords() {}

  /**
   * Reads all that can be read.
   *
   * @param read reads those with some ids, or throws {@link UnreadableRecordException}
   * @param damaged notified of each record that cannot be read; what it throws ends this
   */
  public static <T> List<T> readable(
      Collection<String> ids,
      Function<Collection<String>, List<T>> read,
      Consumer<UnreadableRecordException> damaged) {
    Collection<String> left = ids;
    while (true) {
      try {
        return left.isEmpty() ? List.of() : read.apply(left);
      } catch (UnreadableRecordException unreadable) {
        List<UnreadableRecordException> all = all(unreadable);
        all.forEach(damaged);
        Set<String> others = new LinkedHashSet<>(left);
        if (!others.removeAll(all.stream().map(UnreadableRecordException::id).toList())) {
          throw unreadable;
        }
        left = others;
      }
    }
  }

  private static List<UnreadableRecordException> all(UnreadableRecordException unreadable) {
    return Stream.concat(Stream.of(unreadable), Stream.of(unreadable.getSuppressed()))
        .filter(UnreadableRecordException.class::isInstance)
        .map(UnreadableRecordException.class::cast)
        .toList();
  }
}
