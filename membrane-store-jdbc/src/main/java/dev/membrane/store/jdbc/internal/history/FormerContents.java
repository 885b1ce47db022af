package dev.membrane.store.jdbc.internal.history;

import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.table.RecordNumbers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the contents that records have had, of several records at once. */
public record FormerContents(ReadTransaction rows) {

  /** About how many characters of documents there are of each; it may have shrunk from more. */
  private static final String SIZES =
      FormerState.KNOWN
          + """
          SELECT k.rid, (1 + coalesce(f.number, 0)) * (coalesce(f.longest, 0)
            + coalesce((SELECT octet_length(d.doc) FROM document d WHERE d.rid = k.rid), 0))
          FROM known k
          LEFT JOIN (
            SELECT v.rid, count(*) AS number, max(octet_length(v.delta)) AS longest
            FROM known n {join} version v ON v.rid = n.rid AND v.version >= n.version
            WHERE v.delta IS NOT NULL
            GROUP BY v.rid) f ON f.rid = k.rid
          ORDER BY k.rid
          """;

  private static final String FORMER =
      (FormerState.KNOWN
              + """
              SELECT v.rid, <columns>
              FROM known k {join} version v ON v.rid = k.rid AND v.version >= k.version
              WHERE v.delta IS NOT NULL
              ORDER BY v.rid, v.version DESC
              """)
          .replace("<columns>", FormerState.COLUMNS);

  /** Those of the first of some records, by the ids in the order of arrival. */
  public Map<String, List<StoredRecord>> ofFirst(Collection<String> ids) throws SQLException {
    List<Long> first = first(List.copyOf(RecordNumbers.of(rows, ids).keySet()));
    SortedMap<Long, ContentReader> readers = new TreeMap<>();
    for (PresentState present : PresentState.of(rows, first)) {
      readers.put(present.rid(), new ContentReader(present));
    }
    long[] size = new long[1];
    rows.until(
        row -> {
          FormerState former = FormerState.read(row);
          ContentReader reader = readers.get(former.rid());
          size[0] += reader == null ? 0 : reader.add(former);
          if (size[0] > VersionsQuery.LARGEST) {
            readers.tailMap(former.rid()).clear();
          }
          return size[0] > VersionsQuery.LARGEST;
        },
        FORMER,
        values(first));
    Map<String, List<StoredRecord>> contents = new LinkedHashMap<>();
    readers.values().forEach(reader -> contents.put(reader.present.id(), reader.contents));
    return contents;
  }

  private List<Long> first(List<Long> rids) throws SQLException {
    List<Long> first = new ArrayList<>();
    long[] size = new long[1];
    rows.until(
        row -> {
          size[0] += row.getLong(2);
          boolean isLarge = size[0] > VersionsQuery.LARGEST;
          if (!isLarge) {
            first.add(row.getLong(1));
          }
          return isLarge;
        },
        SIZES,
        values(rids));
    return first;
  }

  private Map<String, Object> values(List<Long> rids) throws SQLException {
    return Map.of("rids", rows.dialect().numbers(rids), "at", Long.MIN_VALUE);
  }

  /** Makes the documents of a record, each from the one after it. */
  private final class ContentReader {

    private final PresentState present;
    private final List<StoredRecord> contents = new ArrayList<>();
    private @Nullable String doc;

    ContentReader(PresentState present) {
      this.present = present;
      this.doc = present.doc();
      if (present.state() != null) {
        add(present.state(), doc);
      }
    }

    /** Adds the content before; answers how long it is. */
    int add(FormerState former) {
      doc = former.document(present, doc, rows.dialect().cipher());
      return add(former, doc);
    }

    private int add(FormerState state, @Nullable String made) {
      if (made == null) {
        return 0;
      }
      contents.add(state.stored(present.id(), made, List.of()));
      return made.length();
    }
  }
}
