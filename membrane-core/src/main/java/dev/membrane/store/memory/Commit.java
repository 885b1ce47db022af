package dev.membrane.store.memory;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.store.memory.Tables.FormerVector;
import dev.membrane.store.memory.Tables.NumberedRun;
import dev.membrane.store.memory.Tables.QueuePlace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One commit: all its steps are tried on drafts, and only when none of them failed do the drafts
 * become the tables.
 */
final class Commit {

  private final List<Draft<?, ?>> drafts = new ArrayList<>();
  private final Draft<String, Row> rows;
  private final Draft<String, Log> logs;
  private final Draft<String, AuditHead> heads;
  private final Draft<String, Embedding> embeddings;
  private final Draft<String, Key> keys;
  private final Draft<QueuePlace, QueueRow> queues;
  private final Draft<String, NumberedRun> runs;
  private final Draft<String, Instant> embeddedAt;
  private final Draft<String, List<Past>> pasts;
  private final Draft<String, List<FormerVector>> formerVectors;
  private final KeyAndRunHistory history;
  private final HistorySteps steps;
  private long arrivals;
  private long lastRun;

  private Commit(Tables tables, HistorySteps steps) {
    this.steps = steps;
    rows = draft(tables.rows());
    logs = draft(tables.logs());
    heads = draft(tables.heads());
    embeddings = draft(tables.embeddings());
    keys = draft(tables.keys());
    queues = draft(tables.queues());
    runs = draft(tables.runs());
    embeddedAt = draft(tables.embeddedAt());
    pasts = draft(tables.pasts());
    formerVectors = draft(tables.formerVectors());
    history =
        new KeyAndRunHistory(
            keys,
            runs,
            new EndedStates<>(draft(tables.formerKeys())),
            new EndedStates<>(draft(tables.formerRuns())));
    lastRun = tables.runs().values().stream().mapToLong(NumberedRun::number).max().orElse(0);
    // Every insert leaves a log for ever, so this is larger than any arrival so far.
    arrivals = tables.logs().size();
  }

  private <K, V> Draft<K, V> draft(Map<K, V> table) {
    Draft<K, V> draft = new Draft<>(table);
    drafts.add(draft);
    return draft;
  }

  static void of(Changeset changeset, Tables tables) {
    Commit commit = new Commit(tables, changeset.history());
    changeset.rationalesErased().forEach(commit::erase);
    changeset.keysRemoved().forEach(commit::removeKey);
    changeset.rowsDone().forEach(commit::finishRow);
    changeset.changes().forEach(commit::change);
    changeset.embeddings().forEach(commit::embed);
    changeset.keysAdded().forEach(commit::addKey);
    changeset.rowsAdded().forEach(row -> commit.queues.put(QueuePlace.of(row), row));
    changeset.runsDropped().forEach(commit.runs::remove);
    changeset.runsKept().forEach(commit::keep);
    commit.eraseVersions();
    commit.history.apply(changeset);
    commit.drafts.forEach(Draft::apply);
    // Nothing can fail any more.
    Expiry.apply(changeset.history(), tables);
  }

  private void eraseVersions() {
    for (String id : steps.erased().records()) {
      formerVectors.remove(id);
      List<Past> all = pasts.get(id);
      if (all != null && rows.get(id) != null) {
        pasts.put(id, all.stream().map(Past::erased).toList());
      } else {
        pasts.remove(id);
      }
    }
  }

  /**
   * Keeps the state that ends at an instant, or at that of the update of its successor; answers
   * when it ended.
   */
  private Instant end(Row row, Instant at, Instant updatedAt) {
    String id = row.record().id();
    Instant until = at.isBefore(updatedAt) ? updatedAt : at;
    int entries = logOf(id).links().size();
    pasts.put(id, and(pasts.get(id), new Past(row.stored().version(), row, entries, until)));
    return until;
  }

  /** Keeps the vector that ends at an instant, if it was there for a while and may be kept. */
  private void endVector(String id, Instant until) {
    Embedding embedding = embeddings.get(id);
    Instant from = embeddedAt.get(id);
    if (embedding != null && from != null && from.isBefore(until) && !wasErasedAfter(from, id)) {
      formerVectors.put(id, and(formerVectors.get(id), new FormerVector(embedding, from, until)));
    }
  }

  /** Whether the content of a state was erased that ended at an instant or later. */
  private boolean wasErasedAfter(@Nullable Instant from, String id) {
    return from != null
        && Objects.requireNonNullElse(pasts.get(id), List.<Past>of()).stream()
            .anyMatch(past -> past.row() == null && !past.until().isBefore(from));
  }

  private static <T> List<T> and(@Nullable List<T> some, T one) {
    List<T> all = new ArrayList<>(Objects.requireNonNullElse(some, List.of()));
    all.add(one);
    return List.copyOf(all);
  }

  private void erase(ErasedRationales rationales) {
    Log log = logs.get(rationales.id());
    if (log != null) {
      logs.put(rationales.id(), log.without(rationales.entries()));
    }
  }

  private void removeKey(Key key) {
    Key found = keys.get(key.name());
    if (!key.equals(found)) {
      throw conflict("key " + key.name(), key, found);
    }
    keys.remove(key.name());
  }

  private void addKey(Key key) {
    expect(keys.get(key.name()) == null, "key is taken: ", key.name());
    keys.put(key.name(), key);
  }

  private void finishRow(QueueRow row) {
    QueueRow found = queues.get(QueuePlace.of(row));
    if (!row.equals(found)) {
      throw conflict("queue row " + row.item(), row, found);
    }
    queues.remove(QueuePlace.of(row));
  }

  private void change(Change change) {
    if (change instanceof Change.Insert insert) {
      insert(insert);
    } else if (change instanceof Change.Replace replace) {
      replace(replace);
    } else if (change instanceof Change.Reindex reindex) {
      Row seen = seen(reindex.id(), reindex.versionSeen());
      rows.put(reindex.id(), seen.reindexed(reindex));
    } else if (change instanceof Change.Delete delete) {
      delete(delete);
    } else if (change instanceof Change.Bury bury) {
      bury(bury);
    }
  }

  private void insert(Change.Insert insert) {
    expect(logs.get(insert.id()) == null, "id was used before: ", insert.id());
    arrivals++;
    rows.put(insert.id(), Row.of(insert, arrivals));
    log(insert.id(), Log.of(insert.record(), insert.audit(), arrivals));
  }

  private void replace(Change.Replace replace) {
    Row seen = seen(replace.id(), replace.versionSeen());
    Instant at = steps.at();
    if (at != null) {
      var unused = end(seen, at, replace.record().updatedAt());
    }
    rows.put(replace.id(), seen.replaced(replace));
    Log log = logOf(replace.id());
    log(replace.id(), Log.of(replace.record(), log.linksAnd(replace.audit()), log.arrival()));
  }

  private void delete(Change.Delete delete) {
    Row seen = seen(delete.id(), delete.versionSeen());
    Instant at = steps.at();
    if (delete.keepsVersions() && at != null) {
      endVector(delete.id(), end(seen, at, seen.record().updatedAt()));
    } else {
      pasts.remove(delete.id());
      formerVectors.remove(delete.id());
    }
    rows.remove(delete.id());
    embeddings.remove(delete.id());
    embeddedAt.remove(delete.id());
    keys.removeIf(key -> delete.id().equals(key.owner()));
    queues.removeIf(row -> delete.id().equals(row.item()));
    Log log = logOf(delete.id());
    log(
        delete.id(),
        new Log(log.scope(), log.sensitivity(), log.linksAnd(delete.audit()), log.arrival()));
  }

  private void bury(Change.Bury bury) {
    expect(logs.get(bury.id()) == null, "id was used before: ", bury.id());
    arrivals++;
    log(bury.id(), new Log(bury.scope(), bury.sensitivity(), bury.audit(), arrivals));
  }

  private void log(String id, Log log) {
    Log before = logs.get(id);
    if (before != null) {
      heads.put(Log.keyOf(before.scope()), headOf(before).minus(before.part(id)));
    }
    logs.put(id, log);
    heads.put(Log.keyOf(log.scope()), headOf(log).plus(log.part(id)));
  }

  private AuditHead headOf(Log log) {
    return Objects.requireNonNullElse(heads.get(Log.keyOf(log.scope())), AuditHead.NONE);
  }

  private void keep(KeptRun run) {
    lastRun++;
    runs.put(run.id(), new NumberedRun(lastRun, run));
  }

  private void embed(Embedding embedding) {
    expect(rows.get(embedding.id()) != null, "no such record: ", embedding.id());
    Instant at = steps.at();
    if (at == null) {
      put(embedding, Instant.EPOCH);
    } else if (!embedding.equals(embeddings.get(embedding.id()))
        || wasErasedAfter(embeddedAt.get(embedding.id()), embedding.id())) {
      endVector(embedding.id(), at);
      put(embedding, at);
    }
  }

  private void put(Embedding embedding, Instant from) {
    embeddings.put(embedding.id(), embedding);
    embeddedAt.put(embedding.id(), from);
  }

  private Row seen(String id, long version) {
    Row row = rows.get(id);
    if (row == null || row.stored().version() != version) {
      throw conflict("record " + id, version, row == null ? null : row.stored().version());
    }
    return row;
  }

  private Log logOf(String id) {
    return Objects.requireNonNull(logs.get(id), "a record without a log");
  }

  private static ConflictException conflict(String name, Object expected, @Nullable Object found) {
    String there = found == null ? "none" : found.toString();
    return new ConflictException(
        "version conflict on %s: expected %s, found %s".formatted(name, expected, there));
  }

  private static void expect(boolean holds, String message, String subject) {
    if (!holds) {
      throw new ConflictException(message + subject);
    }
  }
}
