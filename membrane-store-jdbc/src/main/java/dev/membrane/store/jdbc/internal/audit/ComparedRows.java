package dev.membrane.store.jdbc.internal.audit;

/**
 * Rows that follow from others.
 *
 * @param fault what is wrong where they differ
 */
record ComparedRows(MultisetHash rest, String fault) {

  ComparedRows(String fault) {
    this(new MultisetHash(), fault);
  }

  void expect(String row) {
    rest.add(row, -1);
  }

  void find(String row, long times) {
    rest.add(row, times);
  }
}
