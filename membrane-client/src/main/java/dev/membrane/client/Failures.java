package dev.membrane.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.QuotaFailure;
import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.CancelledException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.QuotaExceededException;
import dev.membrane.grpc.v1.IngestItemError;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoreUnavailableException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns the status of a call back into the exception that the engine threw. */
final class Failures {

  private Failures() {}

  static MembraneException of(StatusRuntimeException failed) {
    Status status = failed.getStatus();
    String text = Objects.requireNonNullElse(status.getDescription(), status.getCode().name());
    return switch (status.getCode()) {
      case UNAVAILABLE -> new StoreUnavailableException(unreachable(status, text), failed);
      case CANCELLED, DEADLINE_EXCEEDED -> cancelled(failed);
      case RESOURCE_EXHAUSTED ->
          isQuota(failed)
              ? new QuotaExceededException(text)
              : new ServerException(status.getCode().name(), text, failed);
      default -> of(status.getCode(), field(failed), text, failed);
    };
  }

  /** The exception of one item among others. */
  static MembraneException of(IngestItemError error) {
    String text = error.getMessage();
    Status.Code code = Status.Code.valueOf(error.getCode());
    return switch (code) {
      case UNAVAILABLE -> new StoreUnavailableException(text);
      case RESOURCE_EXHAUSTED -> new QuotaExceededException(text);
      default -> of(code, error.getField(), text, null);
    };
  }

  private static MembraneException of(
      Status.Code code, String field, String text, @Nullable Throwable cause) {
    return switch (code) {
      case INVALID_ARGUMENT -> ValidationException.worded(field, text);
      case NOT_FOUND -> new NotFoundException(text);
      case ALREADY_EXISTS -> new AlreadyExistsException(text);
      case PERMISSION_DENIED, UNAUTHENTICATED -> AccessDeniedException.of(field, text);
      case FAILED_PRECONDITION -> new FailedPreconditionException(text);
      default -> new ServerException(code.name(), text, cause);
    };
  }

  /** What the server says itself has no cause here; of what gRPC says the cause says more. */
  private static String unreachable(Status status, String text) {
    Throwable cause = status.getCause();
    return cause == null || cause.getMessage() == null
        ? text
        : "the server does not answer: " + cause.getMessage();
  }

  /** Whether it was the deadline only the cause says. */
  private static CancelledException cancelled(StatusRuntimeException failed) {
    CancelledException cancelled = new CancelledException();
    cancelled.initCause(failed);
    return cancelled;
  }

  private static String field(StatusRuntimeException failed) {
    for (Any detail : details(failed)) {
      if (detail.is(BadRequest.class)) {
        return unpacked(detail).getFieldViolationsList().stream()
            .findFirst()
            .map(FieldViolation::getField)
            .orElse("");
      }
    }
    return "";
  }

  private static BadRequest unpacked(Any detail) {
    try {
      return detail.unpack(BadRequest.class);
    } catch (InvalidProtocolBufferException foreign) {
      return BadRequest.getDefaultInstance();
    }
  }

  private static boolean isQuota(StatusRuntimeException failed) {
    return details(failed).stream().anyMatch(detail -> detail.is(QuotaFailure.class));
  }

  private static List<Any> details(StatusRuntimeException failed) {
    com.google.rpc.Status status = StatusProto.fromThrowable(failed);
    return status == null ? List.of() : status.getDetailsList();
  }
}
