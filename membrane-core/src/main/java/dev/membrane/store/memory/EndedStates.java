package dev.membrane.store.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What was there under some names before a commit changed it: of each name in the order of the
 * ends.
 *
 * @param <T> what is there under a name
 */
final class EndedStates<T> {

  private final Draft<String, List<Ended<T>>> table;

  EndedStates(Draft<String, List<Ended<T>>> table) {
    this.table = table;
  }

  /**
   * A state that has ended.
   *
   * @param state null: there was nothing
   * @param about the state, or what came where nothing was
   * @param until the instant of the commit that ended it
   */
  record Ended<T>(@Nullable T state, T about, Instant until) {}

  /** What was there at an instant. */
  static <T> Optional<T> at(Instant at, List<Ended<T>> ended, @Nullable T present) {
    for (Ended<T> one : ended) {
      if (one.until().isAfter(at)) {
        return Optional.ofNullable(one.state());
      }
    }
    return Optional.ofNullable(present);
  }

  /** Keeps what was there before a change. Of two that end together, the first was seen. */
  void end(String name, @Nullable T before, T about, Instant at) {
    List<Ended<T>> ended = new ArrayList<>(of(name));
    boolean isFirst = ended.isEmpty() || ended.get(ended.size() - 1).until().isBefore(at);
    if (isFirst) {
      ended.add(new Ended<>(before, about, at));
      table.put(name, List.copyOf(ended));
    }
  }

  private List<Ended<T>> of(String name) {
    List<Ended<T>> ended = table.get(name);
    return ended == null ? List.of() : ended;
  }

  void remove(String name) {
    table.remove(name);
  }

  /** Removes all states that are about something unwanted. */
  void removeIf(Predicate<T> unwanted) {
    table.replaceEach(
        ended -> {
          List<Ended<T>> others =
              ended.stream().filter(one -> !unwanted.test(one.about())).toList();
          return others.isEmpty() ? null : others;
        });
  }
}
