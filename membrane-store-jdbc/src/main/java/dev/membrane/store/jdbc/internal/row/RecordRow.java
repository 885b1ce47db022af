package dev.membrane.store.jdbc.internal.row;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import dev.membrane.store.jdbc.internal.words.ShortDigest;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as its rows will hold it, with everything that can be computed before the writer's turn.
 *
 * @param scope empty: none
 * @param measure the success rate of a competence, the execution count of a plan graph
 * @param length of the text, in terms
 * @param listed the words as the index knows them
 * @param digest of everything but salience, {@code updated_at} and {@code last_reinforced_at}: rows
 *     of one digest differ in nothing else
 */
public record RecordRow(
    String id,
    String scope,
    int level,
    MemoryType type,
    boolean retired,
    double confidence,
    long createdAt,
    long updatedAt,
    long lastReinforcedAt,
    SalienceColumns salience,
    @Nullable String threadId,
    @Nullable Long validFrom,
    @Nullable Long validUntil,
    @Nullable Double measure,
    int length,
    WordList words,
    ListedWords listed,
    String doc,
    String digest) {

  /** The row of a record as it stands at its anchor. */
  public static RecordRow of(MemoryRecord record, Anchor anchor, Terms terms, StoreCipher cipher) {
    WordList words = WordList.of(record, terms);
    String doc = Documents.write(record);
    String scope = scope(record.scope());
    @Nullable Validity timebox = timebox(record);
    return new RecordRow(
        record.id(),
        scope,
        record.sensitivity().level(),
        record.type(),
        record.isRetired(),
        record.confidence(),
        Timestamps.toEpochMicros(record.createdAt()),
        Timestamps.toEpochMicros(record.updatedAt()),
        Timestamps.toEpochMicros(record.lifecycle().lastReinforcedAt()),
        SalienceColumns.of(record.lifecycle(), anchor),
        record.payload() instanceof WorkingPayload working ? working.threadId() : null,
        timebox == null ? null : micros(timebox.start()),
        timebox == null ? null : micros(timebox.end()),
        measure(record),
        terms.length(),
        words,
        words.listed(cipher.words(scope)),
        doc,
        cipher.digest(scope, ShortDigest.of(doc, words.text())));
  }

  /** The column's value for a scope or none. */
  public static String scope(@Nullable String scope) {
    return scope == null ? "" : scope;
  }

  /** The scope of a column's value; null: none. */
  public static @Nullable String scopeOf(String column) {
    return column.isEmpty() ? null : column;
  }

  /** About how many bytes the rows take. */
  public int size() {
    return doc.length() + 4 * words.text().length();
  }

  private static @Nullable Validity timebox(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload fact
            && fact.validity().mode() == ValidityMode.TIMEBOXED
        ? fact.validity()
        : null;
  }

  private static @Nullable Long micros(@Nullable Instant instant) {
    return instant == null ? null : Timestamps.toEpochMicros(instant);
  }

  private static @Nullable Double measure(MemoryRecord record) {
    if (record.payload() instanceof CompetencePayload skill && skill.performance() != null) {
      return skill.performance().successRate();
    }
    if (record.payload() instanceof PlanGraphPayload plan && plan.metrics() != null) {
      return (double) plan.metrics().executionCount();
    }
    return null;
  }
}
