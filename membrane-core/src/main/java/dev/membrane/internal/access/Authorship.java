package dev.membrane.internal.access;

import dev.membrane.Caller;

/** Decides whom the audit log names as author. */
public final class Authorship {

  private Authorship() {}

  /** The name in the audit log: the caller or, without authentication, the actor whom they name. */
  public static String actor(Caller caller, String claimed) {
    return caller.equals(Caller.ANONYMOUS) && !claimed.isEmpty() ? claimed : caller.name();
  }

  /**
   * Whether a caller made a record. Without authentication all callers are the same.
   *
   * @param creator whom the first entry of its audit log names
   */
  public static boolean isMaker(Caller caller, String creator) {
    return caller.equals(Caller.ANONYMOUS) || caller.name().equals(creator);
  }
}
