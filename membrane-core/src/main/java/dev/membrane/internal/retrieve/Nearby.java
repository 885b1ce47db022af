package dev.membrane.internal.retrieve;

/**
 * The records nearest to a descriptor.
 *
 * @param all of all records that may be answered in full
 * @param procedures of the procedures among them
 */
record Nearby(Nearness all, Nearness procedures) {

  static final Nearby NONE = new Nearby(Nearness.NONE, Nearness.NONE);
}
