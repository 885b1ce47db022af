package dev.membrane.store.jdbc.internal.row;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.List;

/**
 * The wide part of a record as JSON, without what a reinforcement changes. Salience, {@code
 * updated_at}, {@code last_reinforced_at} and the audit log are in other rows. Here they have
 * neutral values, so that equal content is equal text.
 */
public final class Documents {

  /** The columns of a record that may be encrypted; the number or the id stands for the row. */
  public static final String DOC = "document.doc";

  public static final String NONCE = "memory.nonce";

  private static final RecordCodec CODEC = new RecordCodec();

  private Documents() {}

  /** The text of a record. */
  static String write(MemoryRecord record) {
    return CODEC.encode(with(record, 0, record.createdAt(), record.createdAt(), List.of()));
  }

  /** The record of a text and of what has rows of its own. */
  public static MemoryRecord read(
      String doc,
      Anchor anchor,
      Instant updatedAt,
      Instant lastReinforcedAt,
      List<AuditEntry> auditLog) {
    return with(CODEC.decode(doc), anchor.salience(), updatedAt, lastReinforcedAt, auditLog);
  }

  private static MemoryRecord with(
      MemoryRecord record,
      double salience,
      Instant updatedAt,
      Instant lastReinforcedAt,
      List<AuditEntry> auditLog) {
    Lifecycle lifecycle = record.lifecycle().withLastReinforcedAt(lastReinforcedAt);
    return record.toBuilder()
        .salience(salience)
        .updatedAt(updatedAt)
        .lifecycle(lifecycle)
        .auditLog(auditLog)
        .build();
  }
}
