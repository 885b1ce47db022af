package dev.membrane;

import java.util.Locale;

/** What to do with an observation of a known fact. */
public enum IfKnown {
  /** The known fact is reinforced and gains the observation as its evidence. */
  REINFORCE,
  /** The observation is a record of its own. */
  NEW;

  /** The name used on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
