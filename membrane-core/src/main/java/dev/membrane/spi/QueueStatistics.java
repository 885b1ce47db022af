package dev.membrane.spi;

import java.time.Instant;

/**
 * Figures of a queue.
 *
 * @param queue the queue's name
 * @param rows how many rows it has, due or not; at least 1
 * @param earliest when the first of them is or was due, in whole microseconds
 * @param tried how many of them were tried before
 * @param attempts the number of attempts, all rows together
 */
public record QueueStatistics(
    String queue, long rows, Instant earliest, long tried, long attempts) {}
