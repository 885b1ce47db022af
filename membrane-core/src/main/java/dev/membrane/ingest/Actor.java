package dev.membrane.ingest;

import dev.membrane.engine.Caller;

/** Whom the audit log names. */
final class Actor {

  private Actor() {}

  /** The caller, or, if nobody had to say who they are, the source that the request names. */
  static String of(Caller caller, String source) {
    return caller.equals(Caller.ANONYMOUS) && !source.isEmpty() ? source : caller.name();
  }
}
