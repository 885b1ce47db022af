/**
 * From a changeset to a transaction. The calling thread makes a changeset ready and queues it, and
 * the writer takes what has arrived together and applies it in one transaction.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.commit.Writer} and {@link
 * dev.membrane.store.jdbc.internal.commit.Batch}. The classes by what they are about:
 *
 * <ul>
 *   <li>queue: {@code Writer}, {@code CommitQueue}, {@code QueuedCommit}, {@code Commits}
 *   <li>changesets: {@code PreparedChangeset}, {@code Step}, {@code Batch}
 *   <li>records: {@code RecordTables}, {@code RecordStatements}, {@code SeenRecord}, {@code
 *       SeenRecords}, {@code ExpiredStates}
 *   <li>index: {@code DerivedRows}, {@code ReindexRequest}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.commit;

import org.jspecify.annotations.NullMarked;
