package dev.membrane.internal.access;

import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Collects what was read by the ids of the records, none of which is there twice. */
public final class ById {

  private ById() {}

  /** Records by their ids. */
  public static Collector<StoredRecord, ?, Map<String, StoredRecord>> records() {
    return Collectors.toMap(stored -> stored.record().id(), Function.identity());
  }

  /** Headers by the ids of their records. */
  public static Collector<RecordHeader, ?, Map<String, RecordHeader>> headers() {
    return Collectors.toMap(RecordHeader::id, Function.identity());
  }
}
