package dev.membrane.store.sqlite;

/**
 * How many changesets share a commit, and so a sync of the disk.
 *
 * @param changesets changesets that became durable since the store was opened
 * @param commits transactions, and so syncs of the log, that it took
 */
public record CommitStatistics(long changesets, long commits) {}
