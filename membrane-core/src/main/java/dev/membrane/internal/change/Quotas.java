package dev.membrane.internal.change;

import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.CancelledException;
import dev.membrane.QuotaExceededException;
import dev.membrane.internal.keys.QuotaKeys;
import dev.membrane.internal.value.Digest;
import dev.membrane.internal.value.RequestSize;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts what callers with a quota keep in the store. The count changes in the same commit as the
 * records. Each record has a key that says how much it counts and for whom; it is deleted with the
 * record. The usage of a caller is spread over several keys and is their sum, so that writers
 * seldom conflict: each thread has one of them, so that a batch changes no other. Each key has an
 * equal share of the quota and does not exceed it, so that their sum never exceeds the quota,
 * however many write at once. A write for which the share of its key is too small spreads what is
 * used over all keys anew; it conflicts with every other write of the caller. Of the writes of one
 * key only one can be first, so those of one process take turns. Callers without a quota are not
 * counted. Thread-safe.
 */
public final class Quotas {

  private static final int PARTS = 8;

  /** All keys of a process share them, few the same one. */
  private static final List<Lock> LOCKS =
      Stream.<Lock>generate(() -> new ReentrantLock(true)).limit(1_024).toList();

  private final MemoryStore store;

  /** Counts in a store. */
  public Quotas(MemoryStore store) {
    this.store = store;
  }

  /**
   * Runs an attempt that charges a caller and commits. Attempts of one key go in the order in which
   * they came; otherwise an attempt that reads slowly would lose to others each time.
   *
   * @throws CancelledException if the caller waits no longer
   */
  public <T> T inTurn(Caller caller, Supplier<T> attempt) {
    if (caller.quota().isNone()) {
      return attempt.get();
    }
    int key = QuotaKeys.part(account(caller), ownPart()).hashCode();
    Lock lock = LOCKS.get(Math.floorMod(key, LOCKS.size()));
    await(lock, caller);
    try {
      return attempt.get();
    } finally {
      lock.unlock();
    }
  }

  /** Whoever waits no longer gives up within a second. Asking anew takes a place at the end. */
  private static void await(Lock lock, Caller caller) {
    try {
      do {
        caller.requireWaiting();
      } while (!lock.tryLock(1, TimeUnit.SECONDS));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CancelledException();
    }
  }

  /**
   * Adds to a write what it costs its caller.
   *
   * @param request what was sent
   * @throws QuotaExceededException if that is more than is left
   */
  public void charge(Write write, Object request, Caller caller) {
    if (caller.quota().isNone()) {
      return;
    }
    String account = account(caller);
    String cost = QuotaKeys.cost(write.record().id());
    List<String> names = new ArrayList<>(parts(account));
    names.add(cost);
    Map<String, Key> found = find(names);
    Usage more = new Usage(created(write), Quota.PER_CALL + RequestSize.of(request));
    Usage all = used(account, found).plus(more);
    check(all, caller);
    if (fits(account, more, found, Usage.of(caller.quota()))) {
      add(account, more, found, write.changes());
    } else {
      spread(account, all, found, write.changes());
    }
    Map<String, Usage> costs = costs(found.get(cost));
    costs.merge(account, more, Usage::plus);
    replace(cost, text(costs), write.record().id(), found, write.changes());
  }

  /** Gives the cost of deleted records back to the callers who wrote them. */
  public void refund(Collection<String> deleted, Changeset.Builder into) {
    Map<String, Usage> back = new TreeMap<>();
    find(deleted.stream().map(QuotaKeys::cost).toList())
        .values()
        .forEach(key -> costs(key).forEach((who, cost) -> back.merge(who, cost, Usage::plus)));
    Map<String, Key> found =
        find(back.keySet().stream().flatMap(it -> parts(it).stream()).toList());
    back.forEach((account, cost) -> add(account, cost.negated(), found, into));
  }

  private static void check(Usage used, Caller caller) {
    Quota quota = caller.quota();
    if (!used.fits(Usage.of(quota))) {
      boolean isFull = used.records() > quota.records();
      throw new QuotaExceededException(
          isFull
              ? "max_records: " + caller.name() + " may keep " + quota.records() + " records"
              : "max_bytes: " + caller.name() + " may keep " + quota.bytes() + " bytes");
    }
  }

  private static long created(Write write) {
    return write.changes().build().changes().stream()
        .filter(Change.Insert.class::isInstance)
        .count();
  }

  /** Names may hold whatever, and be long. */
  private static String account(Caller caller) {
    return Digest.of(List.of(caller.name()));
  }

  private static List<String> parts(String account) {
    return IntStream.range(0, PARTS).mapToObj(part -> QuotaKeys.part(account, part)).toList();
  }

  private Map<String, Key> find(List<String> names) {
    Map<String, Key> found = new HashMap<>();
    if (!names.isEmpty()) {
      store.find(names).forEach(key -> found.put(key.name(), key));
    }
    return found;
  }

  private static Usage used(String account, Map<String, Key> found) {
    return IntStream.range(0, PARTS)
        .mapToObj(part -> usage(account, part, found))
        .reduce(Usage.NONE, Usage::plus);
  }

  private static Usage usage(String account, int part, Map<String, Key> found) {
    Key key = found.get(QuotaKeys.part(account, part));
    return key == null ? Usage.NONE : Usage.of(key.value());
  }

  /** Whether no part exceeds its share; one that was written under another quota may. */
  private static boolean fits(String account, Usage more, Map<String, Key> found, Usage quota) {
    int own = ownPart();
    return IntStream.range(0, PARTS)
        .allMatch(
            part ->
                usage(account, part, found)
                    .plus(part == own ? more : Usage.NONE)
                    .fits(quota.share(part, PARTS)));
  }

  private static int ownPart() {
    return (int) (Thread.currentThread().getId() % PARTS);
  }

  private static void spread(
      String account, Usage all, Map<String, Key> found, Changeset.Builder into) {
    for (int part = 0; part < PARTS; part++) {
      replace(QuotaKeys.part(account, part), all.share(part, PARTS).text(), null, found, into);
    }
  }

  private static void add(
      String account, Usage more, Map<String, Key> found, Changeset.Builder into) {
    int part = ownPart();
    Usage usage = usage(account, part, found).plus(more);
    replace(QuotaKeys.part(account, part), usage.text(), null, found, into);
  }

  private static void replace(
      String name,
      String value,
      @Nullable String owner,
      Map<String, Key> found,
      Changeset.Builder into) {
    Key before = found.get(name);
    if (before != null) {
      into.removeKey(before);
    }
    into.addKey(new Key(name, value, owner));
  }

  private static Map<String, Usage> costs(@Nullable Key key) {
    Map<String, Usage> costs = new LinkedHashMap<>();
    if (key != null) {
      for (String cost : key.value().split(" ", -1)) {
        int is = cost.indexOf('=');
        if (is > 0) {
          costs.put(cost.substring(0, is), Usage.of(cost.substring(is + 1)));
        }
      }
    }
    return costs;
  }

  private static String text(Map<String, Usage> costs) {
    List<String> texts = new ArrayList<>();
    costs.forEach((account, cost) -> texts.add(account + "=" + cost.text()));
    return String.join(" ", texts);
  }
}
