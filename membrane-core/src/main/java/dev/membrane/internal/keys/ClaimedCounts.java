package dev.membrane.internal.keys;

/** Tells counts that a caller has claimed of a procedure from those that were measured here. */
public final class ClaimedCounts {

  private ClaimedCounts() {}

  /** The name of the key that a record has whose counts were claimed. */
  public static String keyName(String id) {
    return "claimed:" + id;
  }
}
