package dev.membrane.cli;

/** How much a command sends with one IngestBatch: a request has room for more. */
final class SentAtOnce {

  static final int MAX_ITEMS = 500;
  static final int MAX_CHARACTERS = 4 * 1024 * 1024;

  private SentAtOnce() {}
}
