package dev.membrane.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.CancelledException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.QuotaExceededException;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.StoreUnavailableException;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a caller is told when a call fails, decided here alone. Thread-safe. */
final class StatusMapping {

  private static final Logger LOG = LoggerFactory.getLogger(StatusMapping.class);

  /**
   * Code points of a description. It travels in a header, where a code point can take twelve bytes
   * and clients accept 8 KiB by default.
   */
  private static final int LONGEST_DESCRIPTION = 500;

  private final Supplier<String> faultIds;
  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);

  StatusMapping(Supplier<String> faultIds) {
    this.faultIds = faultIds;
  }

  /**
   * The status for whatever a call threw. Faults that are not the caller's are logged, those that
   * come again and again by {@link FaultLog}; an internal error that has come before is told by the
   * id under which it stands in the log.
   *
   * @param method the full name of what was called
   */
  Status of(String method, Throwable thrown) {
    Status status = classify(method, thrown);
    String description = status.getDescription();
    return description == null ? status : status.withDescription(clipped(description));
  }

  /** Notes that a call was answered. */
  void answered(String method) {
    faults.works(method);
  }

  private Status classify(String method, Throwable thrown) {
    if (thrown instanceof ValidationException) {
      return Status.INVALID_ARGUMENT.withDescription(thrown.getMessage());
    }
    if (thrown instanceof NotFoundException) {
      return Status.NOT_FOUND.withDescription(thrown.getMessage());
    }
    if (thrown instanceof AccessDeniedException) {
      return Status.PERMISSION_DENIED.withDescription(thrown.getMessage());
    }
    if (thrown instanceof AlreadyExistsException) {
      return Status.ALREADY_EXISTS.withDescription(thrown.getMessage());
    }
    if (thrown instanceof FailedPreconditionException) {
      return Status.FAILED_PRECONDITION.withDescription(thrown.getMessage());
    }
    if (thrown instanceof QuotaExceededException) {
      return Status.RESOURCE_EXHAUSTED.withDescription(thrown.getMessage());
    }
    if (thrown instanceof StoreUnavailableException) {
      faults.failed(method, thrown, () -> LOG.warn("the store is unavailable", thrown));
      return Status.UNAVAILABLE.withDescription("the store is unavailable, try again later");
    }
    if (thrown instanceof CancelledException) {
      Status ended = Contexts.statusFromCancelled(Context.current());
      return ended == null ? Status.CANCELLED : ended.withCause(null);
    }
    if (thrown instanceof StatusRuntimeException refused) {
      return ofGrpc(method, refused);
    }
    return internal(method, thrown);
  }

  /** What grpc itself throws while it reads a request. */
  private Status ofGrpc(String method, StatusRuntimeException refused) {
    if (refused.getCause() instanceof InvalidProtocolBufferException malformed) {
      return Status.INVALID_ARGUMENT.withDescription(
          "the request cannot be decoded: " + malformed.getMessage());
    }
    boolean isTooLarge = refused.getStatus().getCode() == Status.Code.RESOURCE_EXHAUSTED;
    return isTooLarge ? refused.getStatus().withCause(null) : internal(method, refused);
  }

  private Status internal(String method, Throwable thrown) {
    String id = faults.named(method, thrown, () -> logged(thrown));
    return Status.INTERNAL.withDescription("internal error " + id);
  }

  private String logged(Throwable thrown) {
    String id = faultIds.get();
    LOG.error("internal error {}", id, thrown);
    return id;
  }

  /** A blank at the end would be the loss of the whole: HTTP/2 has no header that ends in one. */
  private static String clipped(String description) {
    String text = description.stripTrailing();
    if (text.codePointCount(0, text.length()) <= LONGEST_DESCRIPTION) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, LONGEST_DESCRIPTION)) + "…";
  }
}
