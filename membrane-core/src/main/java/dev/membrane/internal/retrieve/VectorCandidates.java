package dev.membrane.internal.retrieve;

/**
 * The records nearest to a descriptor.
 *
 * @param all of all records that may be answered in full
 * @param procedures of the procedures among them
 */
record VectorCandidates(NearestRecords all, NearestRecords procedures) {

  static final VectorCandidates NONE =
      new VectorCandidates(NearestRecords.NONE, NearestRecords.NONE);
}
