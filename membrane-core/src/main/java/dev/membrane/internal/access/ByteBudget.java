package dev.membrane.internal.access;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/** The bytes of record JSON that an answer may have, by {@link JsonWeight}. Not thread-safe. */
public final class ByteBudget {

  /** The most of an answer that one record may take, in bytes of JSON. */
  public static final long LARGEST_RECORD = Limits.MAX_ANSWER_BYTES / 4;

  /** A store may count the characters of a document. */
  private static final long BYTES_OF_CHARACTER = 3;

  private static final long BYTES_OF_ESCAPE = 6;

  /** More than a record has besides its document and its log, and an entry besides its texts. */
  private static final long BYTES_BESIDE = 512;

  /** More than a log weighs whose entries have an actor's name and no rationale. */
  private static final long LOG = 1 << 16;

  /**
   * How many bytes of records are read at a time, a single one aside: if they are little but
   * values, they become sixty times as many.
   */
  private static final long BATCH = 1 << 20;

  private final RecordCodec codec = new RecordCodec();
  private final long size;
  private final long largest;
  private final List<RecordView> unweighed = new ArrayList<>();
  private long mostOfUnweighed;
  private long used;

  /**
   * Nothing is taken yet.
   *
   * @param size in bytes of JSON in UTF-8
   * @param largest the most of them that a single record may take
   */
  public ByteBudget(long size, long largest) {
    this.size = size;
    this.largest = largest;
  }

  /**
   * How many of the next records are read at a time: at least one, and few if they are large.
   *
   * @param most how many may be
   * @param bytes of each by its place among them
   */
  public static int atOnce(int most, IntToLongFunction bytes) {
    long sum = 0;
    for (int i = 0; i < most; i++) {
      sum += bytes.applyAsLong(i);
      if (sum > BATCH && i > 0) {
        return i;
      }
    }
    return most;
  }

  /** What a record weighs. */
  public long weigh(RecordView view) {
    return JsonWeight.of(codec.encodeUtf8(view));
  }

  /** The most that a single record may take. */
  public long largest() {
    return largest;
  }

  /**
   * The most that a document weighs that is read. Its record takes little more, so that none is
   * read again and again, only to be found too large by its log.
   */
  public long largestDocument() {
    return largest - LOG;
  }

  /**
   * Takes in a record if it fits whatever it weighs. To weigh a record takes as long as to answer
   * it, so that is put off until few bytes are left.
   *
   * @param header tells the size of this very state of the record, or takes no part
   */
  public boolean admitUnweighed(MemoryRecord record, RecordHeader header) {
    boolean isDescribed =
        header.bytes() > 0
            && header.outline() != null
            && header.outline().updatedAt().equals(record.updatedAt());
    return isDescribed && admitUnweighed(record, JsonWeight.most(mostBytes(record, header)));
  }

  /** As {@link #admitUnweighed(MemoryRecord, Header)}, of a record that weighs at most so much. */
  public boolean admitUnweighed(MemoryRecord record, long most) {
    if (most > largest || mostOfUnweighed + most > size - used) {
      return false;
    }
    unweighed.add(record);
    mostOfUnweighed += most;
    return true;
  }

  private static long mostBytes(MemoryRecord record, RecordHeader header) {
    long bytes = BYTES_OF_CHARACTER * header.bytes() + BYTES_BESIDE;
    for (AuditEntry entry : record.auditLog()) {
      long characters = (long) entry.actor().length() + entry.rationale().length();
      bytes += BYTES_BESIDE + BYTES_OF_ESCAPE * characters;
    }
    return bytes;
  }

  /** Takes in what needs so much if it still fits; the first always does. */
  public boolean admit(long needed) {
    long before = used();
    if (before > 0 && before + needed > size) {
      return false;
    }
    used += needed;
    return true;
  }

  /** What is taken so far. */
  public long used() {
    unweighed.forEach(view -> used += weigh(view));
    unweighed.clear();
    mostOfUnweighed = 0;
    return used;
  }
}
