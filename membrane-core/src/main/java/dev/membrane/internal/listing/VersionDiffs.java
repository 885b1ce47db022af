package dev.membrane.internal.listing;

import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.AuditLog.VersionDiff.FieldChange;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells what differs between versions of a record. Safe for use by many threads. */
public final class VersionDiffs {

  private static final RecordCodec CODEC = new RecordCodec();

  private final MemoryStore store;

  /** Reads the versions of a store. */
  public VersionDiffs(MemoryStore store) {
    this.store = store;
  }

  /**
   * As {@link dev.membrane.AuditLog#diff} says.
   *
   * @param from 0: the version before the other
   * @param to 0: the last one
   */
  public VersionDiff of(
      String id, long from, long to, @Nullable TrustContext trust, Caller caller) {
    caller.require(Permission.RETRIEVE, "reading histories");
    Visibility visibility = Sight.under(trust, caller);
    check("from", from);
    check("to", to);
    String canonical = RecordIds.given(id);
    MemoryStore attended = AttendedStore.of(store, caller);
    new KnownRecords(attended, visibility).require(canonical);
    History history = attended.history().orElseThrow(VersionDiffs::unknown);
    long last = to == 0 ? last(canonical, attended, history) : to;
    RecordVersion second = version(canonical, last, history).orElseThrow(VersionDiffs::unknown);
    MemoryRecord after = record(second, visibility);
    RecordVersion first =
        from == 0
            ? version(canonical, last - 1, history)
                .filter(version -> isSeen(version, visibility))
                .orElseThrow(() -> noneBefore(last))
            : version(canonical, from, history).orElseThrow(VersionDiffs::unknown);
    MemoryRecord before = record(first, visibility);
    Withholding withholding =
        Withholding.from(List.of(before, after), caller, visibility, attended);
    List<FieldChange> changes = new ArrayList<>();
    compare("", json(withholding.of(before)), json(withholding.of(after)), changes);
    return new VersionDiff(first.number(), second.number(), changes);
  }

  private static void check(String field, long number) {
    if (number < 0) {
      throw new ValidationException(field, "must not be negative");
    }
  }

  private static NotFoundException unknown() {
    return new NotFoundException("version not found");
  }

  private static NotFoundException noneBefore(long last) {
    return new NotFoundException(
        last == 1
            ? "version 1 is the first, and there is none before it to compare it with"
            : "the version before version " + last + " is not known");
  }

  private static Optional<RecordVersion> version(String id, long number, History history) {
    return number < 1
        ? Optional.empty()
        : history.versions(id, number - 1, 1).stream()
            .filter(version -> version.number() == number)
            .findFirst();
  }

  private static long last(String id, MemoryStore store, History history) {
    return store.get(List.of(id)).stream()
        .map(StoredRecord::version)
        .findFirst()
        .orElseGet(() -> lastOfPruned(id, history));
  }

  private static long lastOfPruned(String id, History history) {
    return history.pruned(List.of(id)).stream()
        .map(past -> past.stored().version())
        .findFirst()
        .orElseThrow(VersionDiffs::unknown);
  }

  private static MemoryRecord record(RecordVersion version, Visibility visibility) {
    StoredRecord stored = version.stored();
    if (stored == null) {
      throw new FailedPreconditionException(
          "the content of version " + version.number() + " was erased");
    }
    if (!isSeen(version, visibility)) {
      throw unknown();
    }
    return stored.at(version.from());
  }

  /** A version whose content was erased is seen: only its numbers are there. */
  static boolean isSeen(RecordVersion version, Visibility visibility) {
    StoredRecord stored = version.stored();
    return stored == null || visibility.sees(stored.record());
  }

  private static JsonValue json(MemoryRecord record) {
    return CODEC.parseWritten("record", CODEC.encode(record));
  }

  private static void compare(
      String path, JsonValue before, JsonValue after, List<FieldChange> changes) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof JsonObject one && after instanceof JsonObject other) {
      Set<String> names = new LinkedHashSet<>(one.members().keySet());
      names.addAll(other.members().keySet());
      for (String name : names) {
        String below = path + "/" + name.replace("~", "~0").replace("/", "~1");
        both(below, one.get(name), other.get(name), changes);
      }
    } else if (before instanceof JsonArray one && after instanceof JsonArray other) {
      for (int i = 0; i < Math.max(one.items().size(), other.items().size()); i++) {
        both(path + "/" + i, item(one, i), item(other, i), changes);
      }
    } else {
      changes.add(new FieldChange(path, before, after));
    }
  }

  private static void both(
      String path,
      @Nullable JsonValue before,
      @Nullable JsonValue after,
      List<FieldChange> changes) {
    if (before == null || after == null) {
      changes.add(new FieldChange(path, before, after));
    } else {
      compare(path, before, after, changes);
    }
  }

  private static @Nullable JsonValue item(JsonArray array, int place) {
    return place < array.items().size() ? array.items().get(place) : null;
  }
}
