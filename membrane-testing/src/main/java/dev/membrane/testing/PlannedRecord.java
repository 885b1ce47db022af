package dev.membrane.testing;

import dev.membrane.schema.MemoryType;

/**
 * A record that a step makes, if it succeeds.
 *
 * @param zone how much of it the viewer sees
 * @param mayDiverge whether it can be retired in one world alone without showing: it has no floor,
 *     it is revisable, and no sweep takes it
 * @param hasDiverged whether it is already retired in one world alone
 */
record PlannedRecord(
    String id, ViewerAccess zone, MemoryType type, boolean mayDiverge, boolean hasDiverged) {}
