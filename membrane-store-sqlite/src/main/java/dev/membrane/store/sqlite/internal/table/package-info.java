/**
 * What SQLite has in tables of its own next to those that all stores have: tags, words, vectors and
 * the heads of logs.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.table.SqliteWrites}, which writes
 * them all. The classes by what they are about:
 *
 * <ul>
 *   <li>written by commits: {@code SqliteWrites}, {@code TagTables}, {@code RecentTags}, {@code
 *       PostingTable}, {@code VectorTable}, {@code SqliteHeads}
 *   <li>counts of words: {@code WordCountSegments}, {@code WordMerge}, {@code SegmentWriter},
 *       {@code WordRemoval}
 *   <li>migration: {@code WordCountMigration}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.table;

import org.jspecify.annotations.NullMarked;
