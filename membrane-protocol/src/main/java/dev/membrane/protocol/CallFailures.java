package dev.membrane.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.CancelledException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.QuotaExceededException;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import java.util.Objects;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides what a caller is told when a call fails. It is decided nowhere else. Thread-safe. */
public final class CallFailures {

  private static final Logger LOG = LoggerFactory.getLogger(CallFailures.class);

  private static final String HOW = ": send the header 'authorization: Bearer <key>'";

  private final Supplier<String> faultIds;
  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);

  /** Failures whose internal errors are named by these ids. */
  public CallFailures(Supplier<String> faultIds) {
    this.faultIds = faultIds;
  }

  /**
   * The failure for whatever a call threw. Faults that are not the caller's are logged, repeated
   * ones by {@link FaultLog}. If an internal error has come before, the caller is told the id under
   * which it is in the log already.
   *
   * @param method the full name of what was called
   */
  public CallFailure of(String method, Throwable thrown) {
    if (thrown instanceof InvalidProtocolBufferException) {
      return new CallFailure(
          CallCode.INVALID_ARGUMENT,
          // Java says nothing about compressed bytes that end too early.
          "the request cannot be decoded: "
              + Objects.requireNonNullElse(thrown.getMessage(), "unexpected end of input"));
    }
    if (thrown instanceof StoreUnavailableException lost) {
      faults.failed(method, lost, () -> LOG.warn("{} failed: {}", method, lost.reason()));
    }
    if (thrown instanceof UnreadableRecordException || thrown instanceof UnreadableScopeException) {
      faults.failed(method, thrown, () -> LOG.error(thrown.getMessage()));
    }
    CallFailure failure = unlogged(thrown);
    return failure.code() == CallCode.INTERNAL ? internal(method, thrown) : failure;
  }

  /** As {@link #of} for what is no fault of the server, such as one item among others. */
  static CallFailure unlogged(Throwable thrown) {
    if (thrown instanceof ValidationException invalid) {
      return new CallFailure(CallCode.INVALID_ARGUMENT, told(thrown), invalid.field());
    }
    if (thrown instanceof AccessDeniedException denied) {
      return new CallFailure(CallCode.PERMISSION_DENIED, told(thrown), denied.field());
    }
    if (thrown instanceof UnreadableRecordException damaged) {
      // The reason may quote the record, so it is in the log only.
      return new CallFailure(
          CallCode.DATA_LOSS, "record " + damaged.id() + " is damaged and cannot be read");
    }
    if (thrown instanceof NotAdmittedException refused) {
      return notAdmitted(refused);
    }
    return thrown instanceof StoreUnavailableException
        ? new CallFailure(CallCode.UNAVAILABLE, "the store is unavailable, try again later")
        : new CallFailure(codeOf(thrown), told(thrown));
  }

  /** Notes that a call was answered. */
  public void answered(String method) {
    faults.works(method);
  }

  /** The failure of a call that the gate did not let in. */
  public static CallFailure notAdmitted(NotAdmittedException refused) {
    String text = told(refused);
    return switch (refused.reason()) {
      case KEY_MISSING -> new CallFailure(CallCode.UNAUTHENTICATED, text + HOW);
      case KEY_UNKNOWN, KEY_CHANGED -> new CallFailure(CallCode.UNAUTHENTICATED, text);
      case TOO_MANY_CALLS -> new CallFailure(CallCode.RESOURCE_EXHAUSTED, text);
    };
  }

  private static CallCode codeOf(Throwable thrown) {
    if (thrown instanceof NotFoundException) {
      return CallCode.NOT_FOUND;
    }
    if (thrown instanceof AlreadyExistsException) {
      return CallCode.ALREADY_EXISTS;
    }
    if (thrown instanceof FailedPreconditionException) {
      return CallCode.FAILED_PRECONDITION;
    }
    if (thrown instanceof UnreadableScopeException damaged) {
      return damaged.isOfOtherKey() ? CallCode.FAILED_PRECONDITION : CallCode.DATA_LOSS;
    }
    if (thrown instanceof QuotaExceededException || thrown instanceof OverloadException) {
      return CallCode.RESOURCE_EXHAUSTED;
    }
    return thrown instanceof CancelledException ? CallCode.CANCELLED : CallCode.INTERNAL;
  }

  private CallFailure internal(String method, Throwable thrown) {
    String id = faults.named(method, thrown, () -> logged(thrown));
    return new CallFailure(CallCode.INTERNAL, "internal error " + id);
  }

  private String logged(Throwable thrown) {
    String id = faultIds.get();
    LOG.error("internal error {}", id, thrown);
    return id;
  }

  private static String told(Throwable thrown) {
    return String.valueOf(thrown.getMessage());
  }
}
