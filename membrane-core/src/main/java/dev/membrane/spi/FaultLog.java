package dev.membrane.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
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
    Lasting lasting;
    boolean isNew = false;
    synchronized (byPlace) {
      isAnyFailing = true;
      Map<String, Lasting> kinds = byPlace.computeIfAbsent(place, unseen -> kinds());
      String kind = kind(thrown);
      lasting = kinds.get(kind);
      if (lasting == null) {
        isNew = true;
        lasting = new Lasting(first.get(), nanos.getAsLong());
        kinds.put(kind, lasting);
      }
    }
    if (!isNew) {
      lasting.again(place, thrown);
    }
    return lasting.name;
  }

  /** Notes that something works, which is logged once if it failed in any way before. */
  public void works(String place) {
    if (!isAnyFailing) {
      return;
    }
    synchronized (byPlace) {
      Map<String, Lasting> kinds = byPlace.get(place);
      if (kinds == null || !kinds.values().stream().allMatch(Lasting::isOver)) {
        return;
      }
      byPlace.remove(place);
      news.accept(again(place, kinds.values()));
      isAnyFailing = !byPlace.isEmpty();
    }
  }

  private static String again(String place, Collection<Lasting> failures) {
    String names =
        failures.stream()
            .map(failure -> failure.name)
            .filter(name -> !name.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    long all = failures.stream().mapToLong(Lasting::times).sum();
    return place + suffix(names) + " works again, it had failed " + all + " times";
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

    private final String name;
    private long lastLine;
    private long lastFailure;
    private long sinceLine;
    private long all = 1;

    Lasting(String name, long now) {
      this.name = name;
      this.lastLine = now;
      this.lastFailure = now;
    }

    synchronized void again(String place, Throwable thrown) {
      lastFailure = nanos.getAsLong();
      sinceLine++;
      all++;
      if (lastFailure - lastLine >= BETWEEN_LINES.toNanos()) {
        warning.accept(place + suffix(name) + " failed " + sinceLine + " more times: " + thrown);
        lastLine = lastFailure;
        sinceLine = 0;
      }
    }

    synchronized boolean isOver() {
      return nanos.getAsLong() - lastFailure >= QUIET.toNanos();
    }

    synchronized long times() {
      return all;
    }
  }
}
