package dev.membrane.http;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.membrane.schema.ValidationException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A request about a resource, such as a record. The id is in the path. All else is in parameters
 * that are named like the fields of the message, including those of its trust. Without {@code
 * max_sensitivity} the caller's whole grant applies.
 *
 * @param methods of HTTP that it accepts
 * @param id of the record; empty where the path names none
 */
record Resource(Set<String> methods, String id) implements Route.RequestSource {

  /** The parameter with the highest sensitivity to show in full. */
  static final String MAX_SENSITIVITY = "max_sensitivity";

  private static final String ID = "id";
  private static final String TRUST = "trust";
  private static final String IN_TRUST = TRUST + ".";
  private static final String HIGHEST = "hyper";

  @Override
  public Message read(Message into, Fields query, byte[] body) {
    if (body.length > 0) {
      throw ValidationException.worded("", "this request has parameters and no body");
    }
    Message.Builder request = into.newBuilderForType();
    if (!id.isEmpty()) {
      request.setField(field(request, ID), id);
    }
    FieldDescriptor trustField = find(request, TRUST);
    if (trustField == null) {
      query.forEach(parameter -> set(parameter, request, request));
      return request.build();
    }
    Message.Builder trust = request.newBuilderForField(trustField);
    trust.setField(field(trust, MAX_SENSITIVITY), HIGHEST);
    query.forEach(parameter -> set(parameter, request, trust));
    return request.setField(trustField, trust.build()).build();
  }

  @Override
  public ValidationException asWritten(ValidationException fault) {
    String field = fault.field();
    if (!field.startsWith(IN_TRUST)) {
      return fault;
    }
    String parameter = field.substring(IN_TRUST.length());
    String text = String.valueOf(fault.getMessage());
    return ValidationException.worded(parameter, text.replace(field, parameter));
  }

  private static void set(Fields.Field parameter, Message.Builder request, Message.Builder trust) {
    String name = parameter.getName();
    Message.Builder holder = find(trust, name) == null ? request : trust;
    FieldDescriptor field = find(holder, name);
    if (field == null || name.equals(ID) || name.equals(TRUST)) {
      throw ValidationException.worded(name, "unknown parameter: " + name);
    }
    List<String> values = parameter.getValues();
    if (field.isRepeated()) {
      values.forEach(value -> holder.addRepeatedField(field, parsed(field, value)));
    } else if (values.size() == 1) {
      holder.setField(field, parsed(field, values.get(0)));
    } else {
      throw ValidationException.worded(name, name + " is given twice");
    }
  }

  private static Object parsed(FieldDescriptor field, String value) {
    return switch (field.getJavaType()) {
      case STRING -> value;
      case BOOLEAN -> truth(field, value);
      case INT -> number(field, value, BigDecimal::intValueExact);
      case LONG -> number(field, value, BigDecimal::longValueExact);
      default ->
          throw ValidationException.worded(
              field.getName(), "unknown parameter: " + field.getName());
    };
  }

  private static boolean truth(FieldDescriptor field, String value) {
    if (value.equals("true") || value.equals("false")) {
      return Boolean.parseBoolean(value);
    }
    throw ValidationException.worded(field.getName(), field.getName() + " must be true or false");
  }

  /** As in JSON, 2.0 and 2e0 are the whole number 2. */
  private static Number number(
      FieldDescriptor field, String value, Function<BigDecimal, Number> exactly) {
    try {
      return exactly.apply(new BigDecimal(value));
    } catch (ArithmeticException | NumberFormatException noNumber) {
      throw ValidationException.worded(
          field.getName(), field.getName() + " must be a whole number that is not too large");
    }
  }

  private static @Nullable FieldDescriptor find(Message.Builder message, String name) {
    return message.getDescriptorForType().findFieldByName(name);
  }

  private static FieldDescriptor field(Message.Builder message, String name) {
    FieldDescriptor field = find(message, name);
    if (field == null) {
      throw new IllegalStateException("no field " + name);
    }
    return field;
  }
}
