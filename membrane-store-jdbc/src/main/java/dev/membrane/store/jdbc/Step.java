package dev.membrane.store.jdbc;

import dev.membrane.spi.AuditLink;
import dev.membrane.spi.Change;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that the calling thread has prepared for the writer. */
sealed interface Step {

  /** A step that writes the rows of a record. */
  sealed interface RowStep extends Step {
    RecordRow row();

    @Override
    default String id() {
      return row().id();
    }

    @Override
    default String scope() {
      return row().scope();
    }

    @Override
    default boolean changesTextOf(SeenRecord seen) {
      return !isOfNewRecord() && !row().digest().equals(seen.digest());
    }

    @Override
    default int size() {
      return row().size();
    }
  }

  /** A new record. */
  record InsertRow(RecordRow row, long version, String nonce, List<AuditLink> audit)
      implements RowStep {}

  /** Another version of a record. */
  record ReplaceRow(long versionSeen, RecordRow row, String nonce, List<AuditLink> audit)
      implements RowStep {}

  /** The same version of a record, found by other words. */
  record ReindexRow(long versionSeen, RecordRow row) implements RowStep {}

  /** The end of a record. */
  record DeleteRow(String id, long versionSeen, List<AuditLink> audit, boolean keepsVersions)
      implements Step {}

  /**
   * What stays of a record that was deleted elsewhere.
   *
   * @param scope empty: none
   */
  record BuryRow(String id, String scope, int level, List<AuditLink> audit) implements Step {}

  /** The step of a change. */
  static Step of(Change change, StoreCipher cipher) {
    if (change instanceof Change.Insert insert) {
      return new InsertRow(
          RecordRow.of(insert.record(), insert.anchor(), insert.terms(), cipher),
          insert.version(),
          insert.nonce(),
          insert.audit());
    }
    if (change instanceof Change.Replace replace) {
      return new ReplaceRow(
          replace.versionSeen(),
          RecordRow.of(replace.record(), replace.anchor(), replace.terms(), cipher),
          replace.nonce(),
          replace.audit());
    }
    if (change instanceof Change.Reindex reindex) {
      return new ReindexRow(
          reindex.versionSeen(),
          RecordRow.of(reindex.record(), reindex.anchor(), reindex.terms(), cipher));
    }
    if (change instanceof Change.Bury bury) {
      return new BuryRow(
          bury.id(), RecordRow.scope(bury.scope()), bury.sensitivity().level(), bury.audit());
    }
    Change.Delete delete = (Change.Delete) change;
    return new DeleteRow(delete.id(), delete.versionSeen(), delete.audit(), delete.keepsVersions());
  }

  /** The id of the record. */
  String id();

  /** The scope that the record has afterwards, empty for none; null if the step does not say. */
  default @Nullable String scope() {
    return null;
  }

  /** Whether the record may not be there yet. */
  default boolean isOfNewRecord() {
    return this instanceof InsertRow || this instanceof BuryRow;
  }

  /** Whether the text of a stored record has to be known. */
  default boolean changesTextOf(SeenRecord seen) {
    return !isOfNewRecord();
  }

  /** Whether the version before the step is kept where versions are. */
  default boolean keepsVersion() {
    return this instanceof ReplaceRow
        || (this instanceof DeleteRow delete && delete.keepsVersions());
  }

  /** About how many bytes the step writes. */
  default int size() {
    return 0;
  }
}
