package dev.membrane;

import java.util.Locale;

/** What becomes of an observation of a fact that is known. */
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
