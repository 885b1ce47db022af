package dev.membrane.chat;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Which messages a framework was given or has given, for as long as it holds them, and for so many
 * calls at the most, since it may hold one for ever that it says in every conversation. A message
 * that it hands back is known by being the same object, whichever thread brings it; an equal one
 * that was said again is a new one. Thread-safe.
 */
final class Given<M> {

  private static final long MAX_CALLS = 100_000;
  private static final long BETWEEN_CLEANINGS = 1_000;

  private final Map<Held, Places> places = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> unheld = new ReferenceQueue<>();
  private final AtomicLong count = new AtomicLong();

  @SuppressWarnings("ThreadLocalUsage") // What one format has read is no message of another.
  private final ThreadLocal<@Nullable Shown> last = new ThreadLocal<>();

  /** What one call gave or took, and the positions of all that the framework knew of then. */
  private record Shown(long number, String id, Set<Long> seen) {}

  /** Where one object stood when it was last given or taken; it may stand there several times. */
  private record Places(Shown shown, List<Long> positions) {}

  /**
   * What is known of a list that is handed back.
   *
   * @param positions of those messages that are in the conversation, by their index
   * @param seen what the framework knew of; what it leaves out of this is to go
   */
  record Known(Map<Integer, Long> positions, Set<Long> seen) {}

  /** An object of a conversation, compared by being the same one. */
  private static final class Held extends WeakReference<Object> {

    private final String id;
    private final int hash;

    Held(String id, Object message, @Nullable ReferenceQueue<Object> unheld) {
      super(message, unheld);
      this.id = id;
      this.hash = 31 * id.hashCode() + System.identityHashCode(message);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      Object message = get();
      return this == other
          || (other instanceof Held held
              && message != null
              && held.refersTo(message)
              && id.equals(held.id));
    }
  }

  /**
   * Remembers what is shown from now on.
   *
   * @param positions of the messages in the conversation, in the same order; negative: it has none
   * @param seen all positions that the framework knows of
   */
  void put(String id, List<M> messages, List<Long> positions, Set<Long> seen) {
    forgetUnheld();
    Shown shown = new Shown(count.incrementAndGet(), id, Set.copyOf(seen));
    Map<Held, Deque<Long>> by = new HashMap<>();
    for (int i = 0; i < messages.size(); i++) {
      if (positions.get(i) >= 0) {
        Held held = new Held(id, messages.get(i), unheld);
        by.computeIfAbsent(held, one -> new ArrayDeque<>()).add(positions.get(i));
      }
    }
    by.forEach((held, its) -> places.put(held, new Places(shown, List.copyOf(its))));
    last.set(shown);
    if (shown.number() % BETWEEN_CLEANINGS == 0) {
      long oldest = shown.number() - MAX_CALLS;
      places.values().removeIf(it -> it.shown().number() < oldest);
    }
  }

  private void forgetUnheld() {
    for (Reference<?> one = unheld.poll(); one != null; one = unheld.poll()) {
      places.remove(one);
    }
  }

  /** What this thread was given last is not what it hands back next. */
  void forget() {
    last.remove();
  }

  /**
   * What is known of a list; empty if none of it was given, and this thread knows nothing of the
   * conversation.
   */
  Optional<Known> known(String id, List<M> handedBack) {
    List<Optional<Places>> found =
        handedBack.stream()
            .map(message -> Optional.ofNullable(places.get(new Held(id, message, null))))
            .toList();
    return source(id, found).map(shown -> new Known(positions(found, shown), shown.seen()));
  }

  /** The latest call that any of a list is from; else what this thread was told last. */
  private Optional<Shown> source(String id, List<Optional<Places>> found) {
    Optional<Shown> own = Optional.ofNullable(last.get()).filter(shown -> shown.id().equals(id));
    return found.stream()
        .flatMap(Optional::stream)
        .map(Places::shown)
        .max(Comparator.comparing(Shown::number))
        .map(shown -> own.filter(it -> knowsOf(it, found, shown)).orElse(shown))
        .or(() -> own);
  }

  /** Whether a call is later than another one and has told of the same messages. */
  private static boolean knowsOf(Shown own, List<Optional<Places>> found, Shown other) {
    return own.number() > other.number() && !positions(found, own).isEmpty();
  }

  private static Map<Integer, Long> positions(List<Optional<Places>> found, Shown shown) {
    Set<Long> taken = new HashSet<>();
    Map<Integer, Long> positions = new HashMap<>();
    for (int i = 0; i < found.size(); i++) {
      int index = i;
      found.get(i).stream()
          .flatMap(its -> its.positions().stream())
          .filter(position -> shown.seen().contains(position) && taken.add(position))
          .findFirst()
          .ifPresent(position -> positions.put(index, position));
    }
    return positions;
  }
}
