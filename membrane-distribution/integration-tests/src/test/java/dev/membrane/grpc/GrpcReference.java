package dev.membrane.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.membrane.grpc.v1.MembraneProto;
import dev.membrane.protocol.JsonFields;
import dev.membrane.protocol.ProtocolComments;
import java.util.Locale;
import java.util.stream.Collectors;

/** The reference of the calls and messages, from membrane.proto. */
final class GrpcReference {

  private final ProtocolComments comments = new ProtocolComments();
  private final DocReference page =
      new DocReference("gRPC", "The service `membrane.v1.MembraneService`, from membrane.proto.");

  private GrpcReference() {}

  static DocReference of(String proto) {
    GrpcReference reference = new GrpcReference();
    reference.page.heading(2, "Conventions").paragraph(conventions(proto));
    ServiceDescriptor service = MembraneProto.getDescriptor().getServices().get(0);
    reference.page.heading(2, "Calls");
    service.getMethods().forEach(reference::call);
    reference.page.heading(2, "Messages");
    MembraneProto.getDescriptor().getMessageTypes().forEach(reference::message);
    return reference.page;
  }

  /** The remark before the package, which is for all messages. */
  private static String conventions(String proto) {
    return DocReference.plain(
        proto
            .substring(0, proto.indexOf("\npackage "))
            .lines()
            .filter(line -> line.startsWith("//"))
            .map(line -> line.replaceFirst("// ?", ""))
            // A list follows an empty line.
            .map(line -> line.endsWith(":") ? line + "\n" : line)
            .collect(Collectors.joining("\n")));
  }

  private void call(MethodDescriptor call) {
    page.heading(3, call.getName())
        .paragraph(page.described(call.getName(), comments.of(call)))
        .paragraph(
            "%s → %s"
                .formatted(
                    link(call.getInputType(), call.isClientStreaming()),
                    link(call.getOutputType(), call.isServerStreaming())));
  }

  private static String link(Descriptor message, boolean isStream) {
    String name = message.getName();
    String link = "[%s](#%s)".formatted(name, name.toLowerCase(Locale.ROOT));
    return isStream ? "stream of " + link : link;
  }

  private void message(Descriptor message) {
    page.heading(3, message.getName())
        .paragraph(page.described(message.getName(), comments.of(message)));
    if (message.getFields().isEmpty()) {
      page.paragraph("It has no fields.");
    } else {
      page.head("field", "number", "type", "");
      message.getFields().forEach(this::field);
    }
  }

  private void field(FieldDescriptor field) {
    page.row(
        "`" + field.getName() + "`",
        String.valueOf(field.getNumber()),
        type(field),
        page.described(field.getFullName(), comments.of(field)));
  }

  private static String type(FieldDescriptor field) {
    String one =
        field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            ? link(field.getMessageType(), false)
            : field.getType().name().toLowerCase(Locale.ROOT);
    String type = JsonFields.isJson(field) ? one + " of JSON" : one;
    return field.isRepeated() ? "list of " + type : type;
  }
}
