package dev.membrane.internal.change;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Changeset;

/**
 * What a change wants to commit, and the record that it answers with.
 *
 * @param record the record as it will be, with what is known of its audit log
 * @param anchor its salience
 * @param changes everything to commit; may still grow
 */
public record Write(MemoryRecord record, Anchor anchor, Changeset.Builder changes) {}
