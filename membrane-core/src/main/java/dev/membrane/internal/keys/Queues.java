package dev.membrane.internal.keys;

/** The names of the queues of a store. */
public final class Queues {

  /** Episodes that wait until they have settled. */
  public static final String SETTLING = "settle";

  /** Episodes that wait for their compression. */
  public static final String COMPRESSION = "compress";

  /** Records that wait for the end of the time to keep them. */
  public static final String PRUNING = "prune";

  /** Records that wait for their embedding. */
  public static final String EMBEDDING = "embed";

  /** Records that have waited for an embedding since before there was a model. */
  public static final String MISSING_EMBEDDINGS = "embed:missing";

  /** Keys that wait for their end: of idempotent calls, and receipts of answers. */
  public static final String EXPIRY = "idempotency-expiry";

  private static final String ASIDE = "aside:";

  private Queues() {}

  /** Settled episodes that wait for a stage of consolidation. */
  public static String learning(String stage) {
    return "learn:" + stage;
  }

  /** Items that were set aside, and are not tried again unless somebody asks for it. */
  public static String aside(String work) {
    return ASIDE + work;
  }

  /** Whether the items of a queue were set aside. */
  public static boolean isAside(String queue) {
    return queue.startsWith(ASIDE);
  }
}
