package dev.membrane.protocol;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.schema.ValidationException;
import java.io.IOException;

/**
 * Refuses a batch of too many items before it is decoded: an item may take two bytes of a request,
 * and then takes twenty times as many in memory.
 */
public final class ItemCount {

  private static final int MAX = dev.membrane.Ingestion.MAX_BATCH;

  private ItemCount() {}

  /** Whether requests of this type have to be counted. */
  public static boolean isNeeded(Message type) {
    return type instanceof IngestBatchRequest;
  }

  /**
   * Counts the items of a batch.
   *
   * @throws ValidationException if they are too many
   * @throws IOException if it cannot be decoded
   */
  public static void check(byte[] batch) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(batch);
    int items = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == IngestBatchRequest.ITEMS_FIELD_NUMBER) {
        check(++items);
      }
      in.skipField(tag);
    }
  }

  /**
   * The same of so many items.
   *
   * @throws ValidationException if they are too many
   */
  public static void check(int items) {
    if (items > MAX) {
      throw ValidationException.worded("items", "items exceeds maximum of " + MAX + " items");
    }
  }
}
