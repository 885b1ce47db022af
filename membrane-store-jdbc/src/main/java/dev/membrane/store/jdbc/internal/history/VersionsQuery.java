package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Nullables;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads some versions of a record. Their documents are made from the present one, so the deltas of
 * all later versions are read, one at a time.
 */
public record VersionsQuery(ReadTransaction rows, PresentState present) {

  /** The numbers of the first and last former version, and the length of the longest delta. */
  private static final String SPAN =
      FormerState.KNOWN
          + """
          SELECT min(v.version), max(v.version), max(octet_length(v.delta))
          FROM known k {join} version v ON v.rid = k.rid AND v.version >= k.version
          """;

  private static final String FORMER =
      """
      SELECT v.rid, <columns>
      FROM version v
      WHERE v.rid = :rid AND v.version >= :first AND (v.version <= :last OR v.delta IS NOT NULL)
      ORDER BY v.version DESC
      """
          .replace("<columns>", FormerState.COLUMNS);

  /** How many characters of documents are put together for an answer. */
  static final long LARGEST = 4L << 20;

  /**
   * The numbers of the versions of a record that are known.
   *
   * @param longest about how long the longest document is
   */
  private record VersionSpan(long first, long last, long longest) {}

  /** A version with its document, null if it was erased. */
  private record Made(FormerState state, @Nullable String doc) {}

  /** Those with greater numbers, the oldest first; as many as are wanted, or fewer large ones. */
  public List<RecordVersion> after(long after, int limit) throws SQLException {
    VersionSpan span = span();
    long first = Math.max(span.first(), after + 1);
    if (first > span.last()) {
      return List.of();
    }
    long few = Math.max(1, Math.min(limit, LARGEST / (1 + span.longest())));
    List<Made> made = made(first, first + few - 1);
    List<RecordVersion> versions = new ArrayList<>();
    for (int i = 0; i < made.size(); i++) {
      if (made.get(i).state().version() >= first) {
        versions.add(version(made.get(i), i == 0 ? null : made.get(i - 1).state()));
      }
    }
    return versions;
  }

  /** None is known if the last is before the first. */
  private VersionSpan span() throws SQLException {
    FormerState state = present.state();
    Map<String, ?> values =
        Map.of("rids", rows.dialect().numbers(List.of(present.rid())), "at", Long.MIN_VALUE);
    return rows.all(
            row -> {
              Long first = Nullables.number(row, 1);
              long last = state == null ? row.getLong(2) : state.version();
              long length = present.doc() == null ? 0 : present.doc().length();
              long longest = Math.max(length, row.getLong(3));
              return new VersionSpan(first == null ? Math.max(1, last) : first, last, longest);
            },
            SPAN,
            values)
        .get(0);
  }

  /** Those from one number to another, and the one before without its document, oldest first. */
  private List<Made> made(long first, long last) throws SQLException {
    List<Made> made = new ArrayList<>();
    FormerState state = present.state();
    if (state != null && state.version() <= last) {
      made.add(new Made(state, present.doc()));
    }
    @Nullable String[] doc = {present.doc()};
    rows.each(
        row -> {
          FormerState former = FormerState.read(row);
          doc[0] =
              former.version() < first
                  ? null
                  : former.document(present, doc[0], rows.dialect().cipher());
          if (former.version() <= last) {
            made.add(new Made(former, doc[0]));
          }
        },
        FORMER,
        Map.of("rid", present.rid(), "first", first - 1, "last", last));
    Collections.reverse(made);
    return made;
  }

  private RecordVersion version(Made made, @Nullable FormerState before) {
    FormerState state = made.state();
    Long until = state.until();
    return new RecordVersion(
        state.version(),
        made.doc() == null ? null : state.stored(present.id(), made.doc(), List.of()),
        state.audits(),
        from(state, before),
        until == null ? null : Timestamps.ofEpochMicros(until),
        before != null && before.delta() == null);
  }

  /** What is not known to have followed another version began when it was last updated. */
  private static Instant from(FormerState state, @Nullable FormerState before) {
    Long end = before == null ? null : before.until();
    return Timestamps.ofEpochMicros(end == null ? state.updatedAt() : end);
  }
}
