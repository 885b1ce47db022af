package dev.membrane.internal.view;

/**
 * A part of a line.
 *
 * @param who who says it; empty: it is what Membrane says
 * @param what what is said
 */
record LinePart(String who, String what) {

  /** What nobody is named for. */
  static LinePart of(String what) {
    return new LinePart("", what);
  }

  /** What stands before what is said. */
  String lead() {
    return who.isEmpty() ? "" : who + ": ";
  }

  String text() {
    return lead() + what;
  }
}
