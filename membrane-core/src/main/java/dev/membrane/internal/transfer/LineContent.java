package dev.membrane.internal.transfer;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of a line. */
sealed interface LineContent {

  /**
   * A record with all that belongs to it.
   *
   * @param record at its anchor, with its whole audit log
   * @param terms its analysed text
   * @param nonce what its content hash was made with; empty: none
   */
  record RecordContent(
      MemoryRecord record,
      long version,
      Anchor anchor,
      Terms terms,
      String nonce,
      List<AuditLink> links,
      List<Key> keys,
      List<QueueRow> rows,
      @Nullable Embedding embedding)
      implements LineContent {

    /** The hash of the last link; empty without one. */
    String head() {
      return links.isEmpty() ? "" : links.get(links.size() - 1).hash();
    }
  }

  /** What stays of a deleted record. */
  record Tombstone(
      String id, @Nullable String scope, Sensitivity sensitivity, List<AuditLink> links)
      implements LineContent {}

  /** A key that belongs to no record. */
  record LooseKey(Key key) implements LineContent {}

  /** A queue row that belongs to no record. */
  record LooseRow(QueueRow row) implements LineContent {}

  /** A kept run. */
  record RunContent(KeptRun run) implements LineContent {}
}
