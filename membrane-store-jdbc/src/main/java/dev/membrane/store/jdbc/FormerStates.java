package dev.membrane.store.jdbc;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.PastRecord;
import dev.membrane.spi.RecordVersion;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the states of some records, in a constant number of statements, and puts them together. */
final class FormerStates {

  private static final String PRESENT =
      """
      SELECT m.rid, {text m.id}, m.scope, m.level, m.version, m.updated_at,
        m.last_reinforced_at, m.s0, m.t0, m.audits, d.words, d.doc,
        e.rid, e.written_at
      FROM {list rids} {join} memory m ON m.rid = rids.value
      {join} document d ON d.rid = m.rid
      LEFT JOIN embedding e ON {embedding}
      UNION ALL
      SELECT t.rid, {text t.id}, t.scope, t.level, NULL, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL,
        NULL, NULL
      FROM {list rids} {join} tombstone t ON t.rid = rids.value
      ORDER BY 1
      """;

  private static final String FORMER =
      """
      SELECT v.rid, v.version, v.until, v.audits, v.updated_at, v.last_reinforced_at,
        v.s0, v.t0, v.delta
      FROM {list rids} {join} version v ON v.rid = rids.value
      WHERE v.until > :at
      ORDER BY v.rid, v.version DESC
      """;

  /** How many characters of documents are put together for an answer. */
  private static final long LARGEST = 4L << 20;

  private final Rows rows;
  private final List<Long> rids;

  /** What there is of a record: all if it is there, else what a tombstone has. */
  private record Present(
      long rid,
      String id,
      @Nullable String scope,
      Sensitivity sensitivity,
      @Nullable State state,
      String words,
      String doc,
      @Nullable Instant embeddedAt) {}

  /**
   * @param until null: it holds
   * @param delta null: the document is that of the version after it
   */
  private record State(
      long version,
      @Nullable Long until,
      int audits,
      long updatedAt,
      long lastReinforcedAt,
      double s0,
      long t0,
      @Nullable String delta) {

    Stored stored(String id, String doc) {
      try {
        Anchor anchor = new Anchor(s0, Micros.toInstant(t0));
        MemoryRecord record =
            Documents.read(
                doc,
                anchor,
                Micros.toInstant(updatedAt),
                Micros.toInstant(lastReinforcedAt),
                List.of());
        return new Stored(record, version, anchor, "");
      } catch (ValidationException damaged) {
        throw new UnreadableRecordException(id, damaged);
      }
    }
  }

  FormerStates(Rows rows, List<Long> rids) {
    this.rows = rows;
    this.rids = rids;
  }

  /**
   * Those that were there at an instant, as they were, in the order of arrival: in the first
   * version that ended later, or in the present one.
   */
  List<PastRecord> at(Instant at) throws SQLException {
    long micros = Micros.of(at);
    Map<Long, List<State>> former = former(micros);
    List<PastRecord> found = new ArrayList<>();
    for (Present present : present()) {
      at(present, former.getOrDefault(present.rid(), List.of()), micros).ifPresent(found::add);
    }
    return found;
  }

  /** The versions of the only record, the oldest first. */
  List<RecordVersion> versions(long after, int limit) throws SQLException {
    List<Present> found = present();
    if (found.isEmpty()) {
      return List.of();
    }
    Present present = found.get(0);
    List<State> states = new ArrayList<>();
    if (present.state() != null) {
      states.add(present.state());
    }
    states.addAll(former(Long.MIN_VALUE).getOrDefault(present.rid(), List.of()));
    int end = states.size();
    while (end > 0 && states.get(end - 1).version() <= after) {
      end--;
    }
    int few = (int) Math.max(1, Math.min(limit, LARGEST / (1 + largest(present, states))));
    return versions(present, states, Math.max(0, end - few), end);
  }

  /** About how long the longest document is: others are hardly longer than the present one. */
  private static long largest(Present present, List<State> states) {
    return states.stream()
        .mapToLong(state -> state.delta() == null ? 0 : state.delta().length())
        .reduce(present.doc().length(), Math::max);
  }

  /** Of those states, the latest first, some as versions, the oldest first. */
  private static List<RecordVersion> versions(
      Present present, List<State> states, int start, int end) {
    List<RecordVersion> versions = new ArrayList<>();
    @Nullable String doc = present.doc();
    for (int i = 0; i < end; i++) {
      State state = states.get(i);
      doc = document(present.id(), doc, state);
      if (i >= start) {
        boolean isSame = i + 1 < states.size() && states.get(i + 1).delta() == null;
        versions.add(
            0,
            new RecordVersion(
                state.version(),
                doc == null ? null : state.stored(present.id(), doc),
                state.audits(),
                from(states, i),
                state.until() == null ? null : Micros.toInstant(state.until()),
                isSame));
      }
    }
    return versions;
  }

  /** What is not known to have followed another version began when it was last updated. */
  private static Instant from(List<State> states, int i) {
    @Nullable Long before = i + 1 < states.size() ? states.get(i + 1).until() : null;
    return Micros.toInstant(before == null ? states.get(i).updatedAt() : before);
  }

  private static Optional<PastRecord> at(Present present, List<State> former, long at) {
    State state = former.isEmpty() ? present.state() : former.get(former.size() - 1);
    @Nullable String doc = present.doc();
    boolean isUnchanged = present.state() != null;
    for (State step : former) {
      isUnchanged &= step.delta() == null;
      doc = document(present.id(), doc, step);
    }
    return state == null || doc == null
        ? Optional.empty()
        : Optional.of(past(present, state, doc, isUnchanged))
            .filter(past -> Micros.of(past.stored().record().createdAt()) <= at);
  }

  /** The document of a state, made from that of the state after it; null if it was erased. */
  private static @Nullable String document(String id, @Nullable String later, State state) {
    String delta = state.delta();
    if (delta == null || later == null) {
      return later;
    }
    try {
      return delta.equals(VersionTable.ERASED) ? null : Delta.apply(later, delta);
    } catch (IllegalArgumentException damaged) {
      throw new UnreadableRecordException(
          id, ValidationException.worded("version", String.valueOf(damaged.getMessage())));
    }
  }

  private static PastRecord past(Present present, State state, String doc, boolean isUnchanged) {
    return new PastRecord(
        state.stored(present.id(), doc),
        state.audits(),
        isUnchanged ? new WordList(present.words()).terms().orElse(null) : null,
        present.rid(),
        present.scope(),
        present.sensitivity(),
        doc.length(),
        present.embeddedAt());
  }

  private List<Present> present() throws SQLException {
    return rows.all(this::present, PRESENT, Map.of("rids", rows.dialect().numbers(rids)));
  }

  private Present present(ResultSet row) throws SQLException {
    Dialect dialect = rows.dialect();
    Long version = Nullables.number(row, 5);
    State state =
        version == null
            ? null
            : new State(
                version,
                null,
                row.getInt(10),
                row.getLong(6),
                row.getLong(7),
                row.getDouble(8),
                row.getLong(9),
                null);
    return new Present(
        row.getLong(1),
        dialect.plain(row.getString(2)),
        HeaderQuery.scope(dialect.plain(row.getString(3))),
        HeaderQuery.sensitivity(row.getInt(4)),
        state,
        Objects.requireNonNullElse(row.getString(11), ""),
        Objects.requireNonNullElse(row.getString(12), ""),
        embeddedAt(row));
  }

  private static @Nullable Instant embeddedAt(ResultSet row) throws SQLException {
    Long writtenAt = Nullables.number(row, 14);
    boolean isThere = Nullables.number(row, 13) != null;
    return isThere ? Micros.toInstant(writtenAt == null ? 0 : writtenAt) : null;
  }

  private Map<Long, List<State>> former(long at) throws SQLException {
    Map<Long, List<State>> former = new HashMap<>();
    rows.each(
        row ->
            former
                .computeIfAbsent(row.getLong(1), rid -> new ArrayList<>())
                .add(
                    new State(
                        row.getLong(2),
                        row.getLong(3),
                        row.getInt(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getDouble(7),
                        row.getLong(8),
                        row.getString(9))),
        FORMER,
        Map.of("rids", rows.dialect().numbers(rids), "at", at));
    return former;
  }
}
