package dev.membrane.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.QuotaFailure;
import dev.membrane.AccessDeniedException;
import dev.membrane.QuotaExceededException;
import dev.membrane.schema.ValidationException;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * Details of a failure for programs, in the messages that google.rpc has for this: which field is
 * wrong or denied ({@code BadRequest}), or that the caller's quota is used up ({@code
 * QuotaFailure}).
 */
final class StatusDetails {

  /** Bytes of what is told twice. The headers of an answer may have 8 KiB with many clients. */
  private static final int MAX_LENGTH = 1_024;

  private StatusDetails() {}

  /** The trailers that go with a status. */
  static Metadata of(Status status, Throwable thrown) {
    String text = Objects.requireNonNullElse(status.getDescription(), "");
    return detail(thrown)
        .filter(detail -> bytes(text) + detail.getSerializedSize() <= MAX_LENGTH)
        .map(detail -> trailers(status, text, detail))
        .orElseGet(Metadata::new);
  }

  private static Metadata trailers(Status status, String text, Message detail) {
    com.google.rpc.Status told =
        com.google.rpc.Status.newBuilder()
            .setCode(status.getCode().value())
            .setMessage(text)
            .addDetails(Any.pack(detail))
            .build();
    Metadata trailers = StatusProto.toStatusException(told).getTrailers();
    return Objects.requireNonNullElseGet(trailers, Metadata::new);
  }

  private static Optional<Message> detail(Throwable thrown) {
    String field = field(thrown);
    if (!field.isEmpty()) {
      FieldViolation violation = FieldViolation.newBuilder().setField(field).build();
      return Optional.of(BadRequest.newBuilder().addFieldViolations(violation).build());
    }
    return thrown instanceof QuotaExceededException
        ? Optional.of(QuotaFailure.getDefaultInstance())
        : Optional.empty();
  }

  private static String field(Throwable thrown) {
    if (thrown instanceof AccessDeniedException denied) {
      return denied.field();
    }
    return thrown instanceof ValidationException invalid ? invalid.field() : "";
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
