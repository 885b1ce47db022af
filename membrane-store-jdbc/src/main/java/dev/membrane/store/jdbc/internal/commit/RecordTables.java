package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.commit.SeenRecord.Text;
import dev.membrane.store.jdbc.internal.figures.FigureRow;
import dev.membrane.store.jdbc.internal.history.Delta;
import dev.membrane.store.jdbc.internal.history.FormerVectors;
import dev.membrane.store.jdbc.internal.history.VersionTable;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Numbered;
import dev.membrane.store.jdbc.internal.table.AuditTable;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.jdbc.internal.table.FormerKeys;
import dev.membrane.store.jdbc.internal.table.KeyTable;
import dev.membrane.store.jdbc.internal.table.Pools;
import dev.membrane.store.jdbc.internal.table.QueueTable;
import dev.membrane.store.jdbc.internal.table.RecordNumbers;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.jdbc.internal.table.Spaces;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Inserts, replaces and deletes records. For the writer. */
final class RecordTables {

  private final WriteTransaction sql;
  private final StoreCipher cipher;
  private final DatabaseWrites database;
  private final RecordStatements statements;
  private final Spaces spaces;
  private final Pools pools;
  private final SeenRecords seenRecords;

  RecordTables(WriteTransaction sql, DatabaseWrites database) {
    this.sql = sql;
    this.cipher = sql.dialect().cipher();
    this.database = database;
    this.statements = new RecordStatements(sql);
    this.pools = new Pools(sql, database);
    this.spaces = new Spaces(sql, pools);
    this.seenRecords = new SeenRecords(sql);
  }

  Pools pools() {
    return pools;
  }

  /** Reads what some changesets change, within their transaction. */
  void readAhead(List<PreparedChangeset> changesets) throws SQLException {
    seenRecords.readAhead(changesets);
  }

  /** What was read may have been rolled back. */
  void forget() {
    spaces.forget();
    pools.forget();
    seenRecords.forget();
  }

  void insert(Change.Insert insert, RecordRow row, SharedChanges shared) throws SQLException {
    long rid = sql.number(Numbered.RECORD);
    SpacePosition at = position(rid, row, shared);
    database.claim(row.id(), row.scope(), () -> RecordStatements.usedBefore(row.id()));
    statements.insert(insert, row, at);
    count(row, shared);
    shared.figure(FigureRow.of(row), 1);
    database.insert(at, row.listed(), shared);
    AuditTable.append(sql, rid, 0, row.scope(), insert.audit(), shared);
    shared.head(row.scope(), trail(row.id(), insert.audit(), ""));
  }

  void replace(Change.Replace replace, RecordRow row, @Nullable Instant at, SharedChanges shared)
      throws SQLException {
    SeenRecord seen = seenRecords.take(row.id(), replace.versionSeen());
    boolean isReinforced = seen.digest().equals(row.digest());
    SpacePosition after = isReinforced ? position(seen, row) : position(seen.rid(), row, shared);
    shared.change(row.id(), seen.rid());
    shared.figure(seen.figures(), -1);
    shared.figure(FigureRow.of(row), 1);
    Text text = isReinforced ? null : text(seen, at);
    if (at != null) {
      String delta = text == null ? null : Delta.between(row.doc(), text.doc());
      long until = Math.max(Timestamps.toEpochMicros(at), row.updatedAt());
      VersionTable.keep(sql, seen.state(until, delta, cipher));
    }
    if (text != null) {
      rewrite(seen, text, row, after, shared);
    }
    statements.reinforce(replace, row, after);
    ListedWords before = text == null ? row.listed() : seen.listed(text, cipher);
    database.replace(seen.position(), before, after, row, shared);
    if (!seen.scope().equals(row.scope())) {
      moveScope(seen, row, shared);
    }
    AuditTable.append(sql, seen.rid(), seen.audits(), row.scope(), replace.audit(), shared);
    shared.head(seen.scope(), AuditHead.NONE.minus(seen.trail()));
    shared.head(row.scope(), trail(row.id(), replace.audit(), seen.head()));
  }

  private void moveScope(SeenRecord seen, RecordRow row, SharedChanges shared) throws SQLException {
    if (!cipher.isPlain()) {
      statements.noteMoved(seen.scope());
    }
    AuditTable.move(sql, seen.rid(), seen.scope(), row.scope(), shared);
  }

  void reindex(long versionSeen, RecordRow row, SharedChanges shared) throws SQLException {
    SeenRecord seen = seenRecords.take(row.id(), versionSeen);
    if (!seen.digest().equals(row.digest())) {
      SpacePosition after = position(seen.rid(), row, shared);
      shared.change(row.id(), seen.rid());
      Text text = seenRecords.text(seen, false);
      rewrite(seen, text, row, after, shared);
      ListedWords before = seen.listed(text, cipher);
      database.replace(seen.position(), before, after, row, shared);
    }
  }

  void delete(Change.Delete delete, @Nullable Instant at, SharedChanges shared)
      throws SQLException {
    SeenRecord seen = seenRecords.take(delete.id(), delete.versionSeen());
    Instant kept = delete.keepsVersions() ? at : null;
    Text text = text(seen, kept);
    endVersions(seen, text, kept);
    shared.change(delete.id(), seen.rid());
    shared.delete();
    uncount(seen, text, shared);
    shared.figure(seen.figures(), -1);
    statements.delete(seen);
    database.delete(seen.position(), seen.listed(text, cipher), shared);
    KeyTable.removeOwnedBy(sql, delete.id());
    shared.ownersOfChangedKeys().add(delete.id());
    QueueTable.removeItem(sql, delete.id());
    AuditTable.append(sql, seen.rid(), seen.audits(), seen.scope(), delete.audit(), shared);
    shared.head(seen.scope(), trail(delete.id(), delete.audit(), seen.head()).minus(seen.trail()));
  }

  /** Keeps the last version, or removes all of them. */
  private void endVersions(SeenRecord seen, Text text, @Nullable Instant kept) throws SQLException {
    if (kept == null) {
      VersionTable.delete(sql, seen.rid());
      FormerVectors.delete(sql, seen.rid());
      FormerKeys.removeOwnedBy(sql, seen.position().id());
    } else {
      long until = Math.max(Timestamps.toEpochMicros(kept), seen.updatedAt());
      VersionTable.keep(sql, seen.state(until, Delta.between("", text.doc()), cipher));
      FormerVectors.keep(sql, seen.position().id(), until);
    }
  }

  void bury(Change.Bury bury, SharedChanges shared) throws SQLException {
    long rid = sql.number(Numbered.RECORD);
    String scope = RecordRow.scope(bury.scope());
    database.claim(bury.id(), scope, () -> RecordStatements.usedBefore(bury.id()));
    statements.bury(rid, bury);
    AuditTable.append(sql, rid, 0, scope, bury.audit(), shared);
    shared.head(scope, trail(bury.id(), bury.audit(), ""));
  }

  void erase(List<ErasedRationales> rationales, SharedChanges shared) throws SQLException {
    if (rationales.isEmpty()) {
      return;
    }
    Map<String, Long> rids = new HashMap<>();
    RecordNumbers.of(sql, rationales.stream().map(ErasedRationales::id).toList())
        .forEach((rid, id) -> rids.put(id, rid));
    for (ErasedRationales erased : rationales) {
      Long rid = rids.get(erased.id());
      if (rid != null) {
        shared.change(erased.id(), rid);
        // As after a deletion, nothing of the texts may be left in the file.
        shared.delete();
        AuditTable.erase(sql, rid, erased.entries());
      }
    }
  }

  /** What a trail is in the head of its scope after a change. */
  private static AuditHead trail(String id, List<AuditLink> links, String before) {
    return AuditHead.of(id, links.isEmpty() ? before : links.get(links.size() - 1).hash());
  }

  private SpacePosition position(long rid, RecordRow row, SharedChanges shared)
      throws SQLException {
    boolean hasLane = spaces.hasLane(row.salience());
    long space = spaces.spaceOf(row, shared);
    return SpacePosition.of(rid, row, space, spaces.wholeOf(row, shared), hasLane);
  }

  /** Of a record that stays in its spaces. */
  private SpacePosition position(SeenRecord seen, RecordRow row) throws SQLException {
    SpacePosition before = seen.position();
    boolean hasLane = spaces.hasLane(row.salience());
    return SpacePosition.of(seen.rid(), row, before.space(), before.whole(), hasLane);
  }

  private void rewrite(
      SeenRecord seen, Text before, RecordRow row, SpacePosition after, SharedChanges shared)
      throws SQLException {
    if (!after.spaces().equals(seen.position().spaces()) || !before.words().equals(row.words())) {
      uncount(seen, before, shared);
      count(row, shared);
    }
    statements.rewrite(row, after);
  }

  private void count(RecordRow row, SharedChanges shared) throws SQLException {
    List<String> words = row.listed().counted();
    pools.count(row.scope(), row.level(), 1, row.length(), words, shared);
  }

  private void uncount(SeenRecord seen, Text text, SharedChanges shared) throws SQLException {
    List<String> words = seen.listed(text, cipher).counted();
    pools.count(seen.scope(), seen.level(), -1, text.length(), words, shared);
  }

  /** The document is read only if it is kept. */
  private Text text(SeenRecord seen, @Nullable Instant kept) throws SQLException {
    return seenRecords.text(seen, kept != null);
  }
}
