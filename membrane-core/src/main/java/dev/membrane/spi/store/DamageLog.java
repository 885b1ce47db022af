package dev.membrane.spi.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Logs of each damaged thing in a store one line, however often it is met. After 10,000 things no
 * other is named: a store with as many is lost as a whole. Thread-safe.
 */
public final class DamageLog {

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
