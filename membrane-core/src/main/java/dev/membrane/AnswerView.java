package dev.membrane;

import java.util.Locale;

/** In what shape an answer shows its records. */
public enum AnswerView {
  /** Whole records. */
  FULL,
  /** One line of text for each record, to be put before a model. */
  TEXT,
  /** Of each record what a model needs, as JSON; see {@link CompactRecord}. */
  COMPACT;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
