package dev.membrane.spi.commit;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a {@link Changeset}, about one record. */
public sealed interface Change {

  /** The id of the record that changes. */
  String id();

  /** The links that this step adds to the record's audit log, oldest first. */
  List<AuditLink> audit();

  /**
   * A new record. Committing an id that was ever used before throws {@link ConflictException}.
   *
   * @param record the record; its own {@code auditLog} and {@code salience} are not read
   * @param version 1, or what it was in the store that the record comes from
   * @param anchor its salience
   * @param terms its analysed text
   * @param nonce random text, kept with the record for {@link AuditTrail#nonce} until the next
   *     change or the end of the record, and then nowhere; empty: none
   * @param audit the first links of its log
   */
  record Insert(
      MemoryRecord record,
      long version,
      Anchor anchor,
      Terms terms,
      String nonce,
      List<AuditLink> audit)
      implements Change {
    /** Copies the links. */
    public Insert {
      audit = List.copyOf(audit);
    }

    /** A new record of version 1, without a nonce. */
    public Insert(MemoryRecord record, Anchor anchor, Terms terms, List<AuditLink> audit) {
      this(record, 1, anchor, terms, "", audit);
    }

    @Override
    public String id() {
      return record.id();
    }
  }

  /**
   * A later state of a record. The commit throws {@link ConflictException} if {@code versionSeen}
   * is no longer the stored version.
   *
   * @param versionSeen the version that the new state was computed from
   * @param record the new state; its own {@code auditLog} and {@code salience} are not read
   * @param anchor its salience
   * @param terms its analysed text
   * @param nonce replaces the nonce before, as in {@link Insert}
   * @param audit the links to append
   */
  record Replace(
      long versionSeen,
      MemoryRecord record,
      Anchor anchor,
      Terms terms,
      String nonce,
      List<AuditLink> audit)
      implements Change {
    /** Copies the links. */
    public Replace {
      audit = List.copyOf(audit);
    }

    @Override
    public String id() {
      return record.id();
    }
  }

  /**
   * New terms of a record, for a later engine that analyses the same text otherwise. Nothing else
   * of the record changes, not even its version and audit log. The commit throws {@link
   * ConflictException} if {@code versionSeen} is no longer the stored version.
   *
   * @param versionSeen the version that the terms were read from
   * @param record the record as it is stored; its own {@code auditLog} and {@code salience} are not
   *     read
   * @param anchor its salience as it is stored
   * @param terms replace the terms before
   */
  record Reindex(long versionSeen, MemoryRecord record, Anchor anchor, Terms terms)
      implements Change {

    @Override
    public String id() {
      return record.id();
    }

    @Override
    public List<AuditLink> audit() {
      return List.of();
    }
  }

  /**
   * The deletion of a record. Its content, terms, nonce, keys and queue rows are removed. Its id,
   * scope, sensitivity and audit log stay, so that {@link MemoryStore#auditLog} still answers and
   * the id is never reused.
   *
   * @param versionSeen the version that the decision is based on
   * @param audit the final links of the log
   * @param keepsVersions whether the versions of the record, the last one included, stay where
   *     versions are kept; otherwise they are removed
   */
  record Delete(String id, long versionSeen, List<AuditLink> audit, boolean keepsVersions)
      implements Change {
    /** Copies the links. */
    public Delete {
      audit = List.copyOf(audit);
    }

    /** A deletion that removes the versions too. */
    public Delete(String id, long versionSeen, List<AuditLink> audit) {
      this(id, versionSeen, audit, false);
    }
  }

  /**
   * What is left of a record that was deleted in the store that it comes from. Afterwards the store
   * is as if the record had been inserted and deleted here. Committing an id that was ever used
   * before throws {@link ConflictException}.
   *
   * @param scope the scope that it had; null: none
   * @param sensitivity the sensitivity that it had
   * @param audit its whole log
   */
  record Bury(String id, @Nullable String scope, Sensitivity sensitivity, List<AuditLink> audit)
      implements Change {
    /** Copies the links. */
    public Bury {
      audit = List.copyOf(audit);
    }
  }
}
