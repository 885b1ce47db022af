package dev.membrane.protocol;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The comments of membrane.proto on its calls, messages and fields. Immutable. */
public final class ProtocolComments {

  private static final String FILE = "/dev/membrane/grpc/v1/membrane.binpb";
  private static final int MESSAGES = FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER;
  private static final int SERVICES = FileDescriptorProto.SERVICE_FIELD_NUMBER;

  /** The number of the fields of a message and of the calls of a service, which is the same. */
  private static final int PARTS = 2;

  private final Map<List<Integer>, String> byPath = new HashMap<>();

  /** Reads them from the class path. */
  public ProtocolComments() {
    try (InputStream in = ProtocolComments.class.getResourceAsStream(FILE)) {
      FileDescriptorSet files = FileDescriptorSet.parseFrom(in);
      for (FileDescriptorProto file : files.getFileList()) {
        file.getSourceCodeInfo().getLocationList().forEach(this::add);
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void add(Location location) {
    String comment = location.getLeadingComments().strip().replaceAll("\\s+", " ");
    if (!comment.isEmpty()) {
      byPath.put(List.copyOf(location.getPathList()), comment);
    }
  }

  /** Of a call; empty if there is none. */
  public String of(MethodDescriptor call) {
    return at(List.of(SERVICES, call.getService().getIndex(), PARTS, call.getIndex()));
  }

  /** Of a message; empty if there is none. */
  public String of(Descriptor message) {
    return at(List.of(MESSAGES, message.getIndex()));
  }

  /** Of a field; empty if there is none. */
  public String of(FieldDescriptor field) {
    return at(List.of(MESSAGES, field.getContainingType().getIndex(), PARTS, field.getIndex()));
  }

  private String at(List<Integer> path) {
    return byPath.getOrDefault(path, "");
  }
}
