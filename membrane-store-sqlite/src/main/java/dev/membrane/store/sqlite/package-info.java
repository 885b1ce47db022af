/**
 * Keeps memory in one SQLite file: one writing thread that lets commits share an fsync, and a few
 * reading connections that never wait for it. A record is a narrow row, which filters and orders
 * read and a reinforcement rewrites, and a wide document next to it. What the SQL stores have in
 * common is in {@code dev.membrane.store.jdbc}.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.SqliteStore}, {@code SqliteDialect} and {@code
 * Sql}. Only the store, its reader, configuration and statistics are used from outside, so there
 * are no sub-packages. The classes by what they are about:
 *
 * <ul>
 *   <li><b>store</b>: {@code SqliteStore}, {@code SqliteReader}, {@code SqliteReads}, {@code
 *       SqliteStoreProvider}, {@code SqliteConfig}, {@code SqliteDialect}
 *   <li><b>connections</b>: {@code Sql}, {@code Connections}, {@code Readers}, {@code JsonTexts}
 *   <li><b>opening</b> a file: {@code StoreFile}, {@code HeldFiles}, {@code PrivateFiles}, {@code
 *       FileHeader}, {@code StoreOpening}, {@code SqliteMigrations}, {@code AuditBackfill}, {@code
 *       WordCountMigration}
 *   <li><b>writes</b>: {@code SqliteCommits}, {@code CommitStatistics}, {@code SqliteWrites},
 *       {@code TagTables}, {@code RecentTags}, {@code PostingTable}, {@code VectorTable}, {@code
 *       SqliteHeads}
 *   <li><b>counts of words</b>, written: {@code WordCountSegments}, {@code WordMerge}, {@code
 *       SegmentWriter}, {@code WordBlock}, {@code CountedWord}, {@code WordRemoval}
 *   <li><b>search by terms and tags</b>: {@code SqliteWordIndex}, {@code SqliteTermSearch}, {@code
 *       SqliteWordMatch}, {@code SqliteWordPools}, {@code WordCounts}, {@code SqliteTagConditions}
 *   <li><b>search by vector</b>: {@code SqliteVectors}, {@code SqliteNearest}, {@code VectorLookup}
 *   <li><b>index of vectors</b>, in memory: {@code SignIndex}, {@code Signs}, {@code BitPlanes},
 *       {@code MostAlike}
 *   <li><b>caches</b>: {@code Caches}, {@code RowCache}, {@code RecordCache}, {@code CachedRecord},
 *       {@code SqliteLookup}, {@code SearchRow}, {@code CachedKey}, {@code CachedSpaces}, {@code
 *       SpaceQuery}
 *   <li><b>encryption</b>: {@code SqliteEncryption}, {@code Encryption}, {@code EncryptionCheck},
 *       {@code DataKeyFile}, {@code FileCopy}
 *   <li><b>removal of what was deleted</b>: {@code Cleaner}, {@code FileCleaning}, {@code
 *       Leftovers}, {@code PageFile}, {@code TreePages}, {@code UnusedSpace}
 *   <li><b>check and search of the tables</b>: {@code SqliteTables}, {@code RowBytes}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite;

import org.jspecify.annotations.NullMarked;
