package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads some records as they were at an instant, in a constant number of statements, and puts them
 * together.
 */
record FormerStates(ReadTransaction rows, List<Long> rids) {

  /** Of the versions from the first on, those that are asked for or change the document. */
  private static final String FORMER =
      FormerState.KNOWN
          + """
          SELECT v.rid, <columns>
          FROM known k {join} version v ON v.rid = k.rid AND v.version >= k.version
          WHERE v.delta IS NOT NULL OR v.version = k.version
          ORDER BY v.rid, v.version DESC
          """
              .replace("<columns>", FormerState.COLUMNS);

  /** The last versions of records that are gone, whose deltas are whole documents. */
  private static final String LAST =
      """
      SELECT v.rid, <columns>
      FROM {list rids} {join} tombstone t ON t.rid = rids.value
      {join} version v ON v.rid = t.rid
      WHERE v.version = (SELECT max(l.version) FROM version l WHERE l.rid = t.rid)
      """
          .replace("<columns>", FormerState.COLUMNS);

  /**
   * Those that were there at an instant, as they were, in the order of arrival: in the first
   * version that ended later, or in the present one.
   */
  List<PastRecord> at(Instant at) throws SQLException {
    long micros = Timestamps.toEpochMicros(at);
    Map<Long, List<FormerState>> former = former(micros);
    List<PastRecord> found = new ArrayList<>();
    for (PresentState present : PresentState.of(rows, rids)) {
      at(present, former.getOrDefault(present.rid(), List.of()), micros).ifPresent(found::add);
    }
    return found;
  }

  /** The last states of those that are gone and have versions, in the order of arrival. */
  List<PastRecord> last() throws SQLException {
    Map<Long, FormerState> last =
        rows.all(FormerState::read, LAST, Map.of("rids", rows.dialect().numbers(rids))).stream()
            .collect(Collectors.toMap(FormerState::rid, state -> state));
    List<PastRecord> found = new ArrayList<>();
    for (PresentState gone : PresentState.of(rows, List.copyOf(last.keySet()))) {
      @Nullable FormerState state = last.get(gone.rid());
      @Nullable String doc = state == null ? null : state.document(gone, "", cipher());
      if (state != null && doc != null) {
        found.add(past(gone, state, doc, false));
      }
    }
    return found;
  }

  private Optional<PastRecord> at(PresentState present, List<FormerState> former, long at) {
    FormerState state = former.isEmpty() ? present.state() : former.get(former.size() - 1);
    @Nullable String doc = present.doc();
    boolean isUnchanged = present.state() != null;
    for (FormerState step : former) {
      isUnchanged &= step.delta() == null;
      doc = step.document(present, doc, cipher());
    }
    return state == null || doc == null
        ? Optional.empty()
        : Optional.of(past(present, state, doc, isUnchanged))
            .filter(past -> Timestamps.toEpochMicros(past.stored().record().createdAt()) <= at);
  }

  private StoreCipher cipher() {
    return rows.dialect().cipher();
  }

  private static PastRecord past(
      PresentState present, FormerState state, String doc, boolean isUnchanged) {
    return new PastRecord(
        state.stored(present.id(), doc, List.of()),
        state.audits(),
        isUnchanged ? present.words().terms().orElse(null) : null,
        present.rid(),
        present.scope(),
        present.sensitivity(),
        doc.length());
  }

  private Map<Long, List<FormerState>> former(long at) throws SQLException {
    Map<String, ?> values = Map.of("rids", rows.dialect().numbers(rids), "at", at);
    return rows.all(FormerState::read, FORMER, values).stream()
        .collect(Collectors.groupingBy(FormerState::rid));
  }
}
