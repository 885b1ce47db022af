package dev.membrane.protocol;

/** How a call can fail, by the names that gRPC gives its codes. */
public enum CallCode {
  /** Nobody waits for the answer any more. */
  CANCELLED,
  /** The request breaks a rule, or cannot be decoded. */
  INVALID_ARGUMENT,
  /** The time that the caller gave is over. */
  DEADLINE_EXCEEDED,
  /** There is no such thing, or the caller may not know of it. */
  NOT_FOUND,
  /** An id or an idempotency key is taken. */
  ALREADY_EXISTS,
  /** Trust, or a permission that the caller lacks. */
  PERMISSION_DENIED,
  /** Too much at once, or too often. */
  RESOURCE_EXHAUSTED,
  /** The state of a record forbids it, or another writer was faster. */
  FAILED_PRECONDITION,
  /** The call is not in this version. */
  UNIMPLEMENTED,
  /** What is stored of a record is damaged. */
  DATA_LOSS,
  /** A fault of the server. */
  INTERNAL,
  /** The store cannot be reached. */
  UNAVAILABLE,
  /** The key is missing or unknown. */
  UNAUTHENTICATED
}
