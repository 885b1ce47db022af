package dev.membrane.protocol;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Refuses lists of too many items before they are decoded: an item may take two bytes of a request,
 * and then takes twenty times as many in memory.
 */
public final class ItemCount {

  private static final int MAX = dev.membrane.Ingestion.MAX_BATCH;

  private ItemCount() {}

  /** Whether requests of this type have to be counted as a batch. */
  public static boolean isNeeded(Message type) {
    return isBatch(type.getDescriptorForType());
  }

  private static boolean isBatch(Descriptor type) {
    return type.equals(IngestBatchRequest.getDescriptor());
  }

  /**
   * Counts the items of each list of a request.
   *
   * @param type of the request
   * @throws ValidationException naming the first list that has too many
   * @throws IOException if it cannot be decoded
   */
  public static void check(byte[] request, Descriptor type) throws IOException {
    count(CodedInputStream.newInstance(request), type, "");
  }

  private static void count(CodedInputStream in, Descriptor type, String path) throws IOException {
    Map<FieldDescriptor, Integer> counts = new HashMap<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (field == null) {
        in.skipField(tag);
        continue;
      }
      String name = path + field.getName();
      if (field.isRepeated()) {
        int count = counts.merge(field, 1, Integer::sum);
        check(name, count, isBatch(type));
        name += "[" + (count - 1) + "]";
      }
      if (isMessage(field, tag)) {
        int outer = in.pushLimit(in.readRawVarint32());
        count(in, field.getMessageType(), name + ".");
        in.popLimit(outer);
      } else {
        in.skipField(tag);
      }
    }
  }

  private static boolean isMessage(FieldDescriptor field, int tag) {
    return field.getType() == FieldDescriptor.Type.MESSAGE
        && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private static void check(String list, int count, boolean isBatch) {
    if (isBatch) {
      check(count);
    } else {
      Limits.checkCount(list, count);
    }
  }

  /**
   * The same of so many items of a batch.
   *
   * @throws ValidationException if they are too many
   */
  public static void check(int items) {
    if (items > MAX) {
      throw ValidationException.worded("items", "items exceeds maximum of " + MAX + " items");
    }
  }
}
