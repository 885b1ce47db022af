package dev.membrane.spi.commit;

import java.time.Instant;

/**
 * Work that is due at an instant. A queue holds at most one row per item.
 *
 * @param queue the queue's name
 * @param item what the work is about: a record's id, with which the row is deleted, or a key's name
 * @param dueAt when the work may begin, in whole microseconds
 * @param attempts how often it was tried before
 */
public record QueueRow(String queue, String item, Instant dueAt, int attempts) {}
