package dev.membrane.internal.retrieve;

import dev.membrane.schema.RecordView;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.schema.json.RecordCodec;

/** The room for record JSON in an answer, by its {@link JsonWeight}. Not thread-safe. */
final class ByteBudget {

  private final RecordCodec codec = new RecordCodec();
  private final long size;
  private final long largest;
  private long used;

  /**
   * An empty room.
   *
   * @param size in bytes of JSON in UTF-8
   * @param largest the most of them that a single record may take
   */
  ByteBudget(long size, long largest) {
    this.size = size;
    this.largest = largest;
  }

  /** What a record takes of the room. */
  long weigh(RecordView view) {
    return JsonWeight.of(codec.encodeUtf8(view));
  }

  /** The most that a single record may take. */
  long largest() {
    return largest;
  }

  /** Takes in what needs so much if it still fits; the first always does. */
  boolean admit(long needed) {
    if (used > 0 && used + needed > size) {
      return false;
    }
    used += needed;
    return true;
  }

  /** What is taken so far. */
  long used() {
    return used;
  }
}
