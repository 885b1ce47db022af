package dev.membrane.spi;

import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Keeps a lasting failure from filling the log. The first failure is logged whole. Then one line a
 * minute says how often it occurred again, and a last line that it is over. A place may fail in
 * several ways at once; each is counted separately, and it is over when all are. Thread-safe.
 */
public final class FaultLog {

  static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  /** An intermittent failure has not ended with the first success. */
  static final Duration QUIET = Duration.ofSeconds(5);

  private static final int MAX_KINDS = 64;

  private final Consumer<String> warning;
  private final Consumer<String> news;
  private final LongSupplier nanos;
  private final Map<String, Map<String, Lasting>> byPlace = new HashMap<>();
  private volatile boolean isAnyFailing;

  /**
   * Measures with the clock of the machine.
   *
   * @param warning logs that a failure came again
   * @param news logs that it is over
   */
  public FaultLog(Consumer<String> warning, Consumer<String> news) {
    this(warning, news, System::nanoTime);
  }

  FaultLog(Consumer<String> warning, Consumer<String> news, LongSupplier nanos) {
    this.warning = warning;
    this.news = news;
    this.nanos = nanos;
  }

  /**
   * Notes a failure.
   *
   * @param place what failed, such as a job or a call; of a set that the program knows
   * @param thrown what it threw
   * @param first logs it, if it did not fail like this before
   */
  public void failed(String place, Throwable thrown, Runnable first) {
    String unused =
        named(
            place,
            thrown,
            () -> {
              first.run();
              return "";
            });
  }

  /**
   * Notes a failure that has a name in the log.
   *
   * @param place what failed, such as a job or a call; of a set that the program knows
   * @param thrown what it threw
   * @param first logs it, if it did not fail like this before, and answers with a name for it
   * @return the name that was given to the first failure of this kind
   */
  public String named(String place, Throwable thrown, Supplier<String> first) {
    String kind = kind(thrown);
    Lasting fresh = new Lasting(nanos.getAsLong());
    Lasting before;
    synchronized (byPlace) {
      isAnyFailing = true;
      Map<String, Lasting> kinds = byPlace.computeIfAbsent(place, unseen -> kinds());
      before = kinds.putIfAbsent(kind, fresh);
    }
    // Logged without the lock: a slow log must not hold up other places.
    if (before == null) {
      return fresh.begin(first);
    }
    before.again(place, thrown);
    return before.name.join();
  }

  /** Notes that something works, which is logged once if it failed in any way before. */
  public void works(String place) {
    if (!isAnyFailing) {
      return;
    }
    Map<String, Lasting> kinds;
    synchronized (byPlace) {
      kinds = byPlace.get(place);
      if (kinds == null || !kinds.values().stream().allMatch(Lasting::isOver)) {
        return;
      }
      byPlace.remove(place);
      isAnyFailing = !byPlace.isEmpty();
    }
    news.accept(again(place, kinds.values()));
  }

  private static String again(String place, Collection<Lasting> failures) {
    String names =
        failures.stream()
            .map(failure -> failure.name.getNow(""))
            .filter(name -> !name.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    long all = failures.stream().mapToLong(Lasting::times).sum();
    return place
        + suffix(names)
        + " works again, it had failed "
        + (all == 1 ? "once" : all + " times");
  }

  private static String suffix(String name) {
    return name.isEmpty() ? "" : " (" + name + ")";
  }

  /**
   * What is thrown from the same lines is the same failure. All errors of a database are thrown
   * from one line of its driver, but the store says which it was.
   */
  private static String kind(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause.getCause() != null && depth < MAX_KINDS; depth++) {
      cause = cause.getCause();
    }
    String code = thrown instanceof StoreUnavailableException lost ? lost.code() : "";
    return String.join("|", origin(thrown), code, origin(cause));
  }

  private static String origin(Throwable thrown) {
    StackTraceElement[] stack = thrown.getStackTrace();
    return thrown.getClass().getName() + (stack.length == 0 ? "" : " " + stack[0]);
  }

  private static Map<String, Lasting> kinds() {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Lasting> eldest) {
        return size() > MAX_KINDS;
      }
    };
  }

  private final class Lasting {

    /** Known once the first failure is logged. */
    private final CompletableFuture<String> name = new CompletableFuture<>();

    private long lastLine;
    private long lastFailure;
    private long sinceLine;
    private long all = 1;

    Lasting(long now) {
      this.lastLine = now;
      this.lastFailure = now;
    }

    String begin(Supplier<String> first) {
      try {
        name.complete(first.get());
      } finally {
        name.complete("");
      }
      return name.join();
    }

    void again(String place, Throwable thrown) {
      long times = count();
      if (times > 0) {
        warning.accept(
            place
                + suffix(name.join())
                + " failed "
                + (times == 1 ? "once more" : times + " more times")
                + ": "
                + thrown);
      }
    }

    /** How often it failed since the last line, if it is time for another; otherwise 0. */
    private synchronized long count() {
      lastFailure = nanos.getAsLong();
      sinceLine++;
      all++;
      if (lastFailure - lastLine < BETWEEN_LINES.toNanos()) {
        return 0;
      }
      long times = sinceLine;
      lastLine = lastFailure;
      sinceLine = 0;
      return times;
    }

    synchronized boolean isOver() {
      return nanos.getAsLong() - lastFailure >= QUIET.toNanos();
    }

    synchronized long times() {
      return all;
    }
  }

  /**
   * Logs of each damaged thing in a store one line, however often it is met. After 10,000 things no
   * other is named: a store with as many is lost as a whole. Thread-safe.
   */
  public static final class DamageLog {

    private static final int MAX = 10_000;

    private final Consumer<String> log;
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    /**
     * Nothing is named yet.
     *
     * @param log takes a line
     */
    public DamageLog(Consumer<String> log) {
      this.log = log;
    }

    /**
     * Logs a thing, unless that was done before.
     *
     * @param thing names it among all of the store
     * @param line what is logged
     */
    public void note(String thing, String line) {
      if (named.size() < MAX && named.add(thing)) {
        log.accept(line);
      }
    }
  }
}
