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
import org.jspecify.annotations.Nullable;

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
   * Counts the items of each list of a request. A message that is given twice would be merged, its
   * lists with it.
   *
   * @param type of the request
   * @throws ValidationException naming the first list that has too many, or what is given twice
   * @throws IOException if it cannot be decoded
   */
  public static void check(byte[] request, Descriptor type) throws IOException {
    count(CodedInputStream.newInstance(request), new MessagePath(type, null, "", 0));
  }

  /** A message within a request; its name is put together only when it is asked for. */
  private record MessagePath(
      Descriptor type, @Nullable MessagePath outer, String field, int index) {

    String name(FieldDescriptor inner) {
      return prefix() + inner.getName();
    }

    private String prefix() {
      return outer == null ? "" : outer.prefix() + field + (index < 0 ? "." : "[" + index + "].");
    }
  }

  private static void count(CodedInputStream in, MessagePath path) throws IOException {
    Map<FieldDescriptor, Integer> counts = new HashMap<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      FieldDescriptor field = path.type().findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (field == null) {
        in.skipField(tag);
        continue;
      }
      boolean isMessage = isMessage(field, tag);
      int count = field.isRepeated() || isMessage ? counts.merge(field, 1, Integer::sum) : 1;
      check(path, field, count);
      if (isMessage) {
        int outer = in.pushLimit(in.readRawVarint32());
        int index = field.isRepeated() ? count - 1 : -1;
        count(in, new MessagePath(field.getMessageType(), path, field.getName(), index));
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

  private static void check(MessagePath path, FieldDescriptor field, int count) {
    if (!field.isRepeated()) {
      if (count > 1) {
        String name = path.name(field);
        throw ValidationException.worded(name, name + " is given twice");
      }
    } else if (isBatch(path.type())) {
      check(count);
    } else if (count > Limits.MAX_ITEMS) {
      Limits.checkCount(path.name(field), count);
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
