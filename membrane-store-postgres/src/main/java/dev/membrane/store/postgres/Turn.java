package dev.membrane.store.postgres;

/**
 * The lock of a store's writers, held to the end of a transaction. The schema's name is a part of
 * it, as one database may hold several stores.
 */
final class Turn {

  private Turn() {}

  /** The statement that waits for it. */
  static String ofSchema(String schema) {
    return "SELECT pg_advisory_xact_lock(hashtextextended('membrane writes " + schema + "', 0))";
  }
}
