package dev.membrane.http;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.membrane.protocol.JsonFields;
import dev.membrane.protocol.ProtocolComments;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells which members a message always has. In what is sent, these are the ones without which it is
 * refused, as the comments of membrane.proto say. In answers, these are the ones that are always
 * written. Immutable.
 */
final class RequiredMembers {

  private static final Pattern REQUIRED = Pattern.compile("(^R|; r)equired\\.");

  private final Set<Descriptor> sent = new HashSet<>();
  private final ProtocolComments comments;

  RequiredMembers(ServiceDescriptor service, ProtocolComments comments) {
    this.comments = comments;
    for (MethodDescriptor call : service.getMethods()) {
      addSent(call.getInputType());
    }
  }

  private void addSent(Descriptor message) {
    if (sent.add(message)) {
      message.getFields().stream()
          .filter(field -> field.getJavaType() == JavaType.MESSAGE)
          .forEach(field -> addSent(field.getMessageType()));
    }
  }

  /** Whether a field is one of what is sent. */
  boolean isSent(FieldDescriptor field) {
    return sent.contains(field.getContainingType());
  }

  boolean of(FieldDescriptor field) {
    if (isSent(field)) {
      return REQUIRED.matcher(comments.of(field)).find();
    }
    return field.isRepeated() || !(field.hasPresence() || JsonFields.isJson(field));
  }
}
