package dev.membrane.store.sqlite;

/**
 * How well commits share the disk.
 *
 * @param changesets changesets that became durable since the store was opened
 * @param commits transactions, and so syncs of the log, that it took
 */
public record CommitStatistics(long changesets, long commits) {}
