package dev.membrane;

import java.util.Locale;

/** The shape of the records in an answer. */
public enum AnswerView {
  /** Whole records. */
  FULL,
  /** One line of text for each record, for a model to read. */
  TEXT,
  /** The content of each record that a model needs, as JSON; see {@link CompactRecord}. */
  COMPACT;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
