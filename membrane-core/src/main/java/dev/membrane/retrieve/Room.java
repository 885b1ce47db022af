package dev.membrane.retrieve;

import dev.membrane.schema.RecordView;
import dev.membrane.schema.json.RecordCodec;

/** The room for record JSON in an answer. Not thread-safe. */
final class Room {

  private final RecordCodec codec = new RecordCodec();
  private final long size;
  private long used;

  /**
   * An empty room.
   *
   * @param size in bytes of JSON in UTF-8
   */
  Room(long size) {
    this.size = size;
  }

  /** Takes a record in if it still fits; the first always does. */
  boolean admit(RecordView view) {
    long needed = codec.encodeUtf8(view).length;
    if (used > 0 && used + needed > size) {
      return false;
    }
    used += needed;
    return true;
  }

  /** The bytes taken so far. */
  long used() {
    return used;
  }
}
