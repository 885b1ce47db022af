package dev.membrane.store.jdbc;

import dev.membrane.spi.AuditLink;
import dev.membrane.spi.Change;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that the calling thread has prepared for the writer. */
sealed interface Step {

  /** A new record. */
  record Insert(RecordRow row, long version, String nonce, List<AuditLink> audit) implements Step {}

  /** Another version of a record. */
  record Replace(long versionSeen, RecordRow row, String nonce, List<AuditLink> audit)
      implements Step {}

  /** The same version of a record, found by other words. */
  record Reindex(long versionSeen, RecordRow row) implements Step {}

  /** The end of a record. */
  record Delete(String id, long versionSeen, List<AuditLink> audit, boolean keepsVersions)
      implements Step {}

  /**
   * What stays of a record that was deleted elsewhere.
   *
   * @param scope empty: none
   */
  record Bury(String id, String scope, int level, List<AuditLink> audit) implements Step {}

  /** The step of a change. */
  static Step of(Change change, StoreCipher cipher) {
    if (change instanceof Change.Insert insert) {
      return new Insert(
          RecordRow.of(insert.record(), insert.anchor(), insert.terms(), cipher),
          insert.version(),
          insert.nonce(),
          insert.audit());
    }
    if (change instanceof Change.Replace replace) {
      return new Replace(
          replace.versionSeen(),
          RecordRow.of(replace.record(), replace.anchor(), replace.terms(), cipher),
          replace.nonce(),
          replace.audit());
    }
    if (change instanceof Change.Reindex reindex) {
      return new Reindex(
          reindex.versionSeen(),
          RecordRow.of(reindex.record(), reindex.anchor(), reindex.terms(), cipher));
    }
    if (change instanceof Change.Bury bury) {
      return new Bury(
          bury.id(), RecordRow.scope(bury.scope()), bury.sensitivity().level(), bury.audit());
    }
    Change.Delete delete = (Change.Delete) change;
    return new Delete(delete.id(), delete.versionSeen(), delete.audit(), delete.keepsVersions());
  }

  /** The id of the record. */
  default String id() {
    RecordRow row = written();
    if (row != null) {
      return row.id();
    }
    return this instanceof Bury bury ? bury.id() : ((Delete) this).id();
  }

  /** The scope that the record has afterwards, empty for none; null if the step does not say. */
  default @Nullable String scope() {
    RecordRow row = written();
    if (row != null) {
      return row.scope();
    }
    return this instanceof Bury bury ? bury.scope() : null;
  }

  /** Whether the record may not be there yet. */
  default boolean isOfNewRecord() {
    return this instanceof Insert || this instanceof Bury;
  }

  /** Whether the text of a stored record has to be known. */
  default boolean changesTextOf(SeenRecord seen) {
    RecordRow row = written();
    return !isOfNewRecord() && (row == null || !row.digest().equals(seen.digest()));
  }

  /** Whether the version before the step is kept where versions are. */
  default boolean keepsVersion() {
    return this instanceof Replace || (this instanceof Delete delete && delete.keepsVersions());
  }

  /** About how many bytes the step writes. */
  default int size() {
    RecordRow row = written();
    return row == null ? 0 : row.size();
  }

  /** The rows that the step writes; null: none. */
  private @Nullable RecordRow written() {
    if (this instanceof Insert insert) {
      return insert.row();
    }
    if (this instanceof Replace replace) {
      return replace.row();
    }
    return this instanceof Reindex reindex ? reindex.row() : null;
  }
}
