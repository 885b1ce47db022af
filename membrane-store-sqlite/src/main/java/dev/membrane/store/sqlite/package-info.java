/**
 * Keeps memory in one SQLite file: one writing thread that lets commits share an fsync, and a few
 * reading connections that never wait for it. A record is a narrow row, which filters and orders
 * read and a reinforcement rewrites, and a wide document next to it. What the SQL stores have in
 * common is in {@code dev.membrane.store.jdbc}.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.SqliteStore}. Only the store, its reader,
 * configuration and statistics are used from outside. What they are made of is in packages below
 * {@code internal}, each built on some before it: {@code words}, {@code dialect}, {@code session},
 * {@code file}, {@code crypto}, {@code cleaning}, {@code table}, {@code audit}, {@code vector},
 * {@code cache}, {@code commit} and {@code search}. Those that the PostgreSQL store has, too, have
 * the same names there. The classes by what they are about:
 *
 * <ul>
 *   <li><b>store</b>: {@code SqliteStore}, {@code SqliteReader}, {@code SqliteReads}, {@code
 *       SqliteStoreProvider}, {@code SqliteConfig}, {@code CommitStatistics}
 *   <li><b>opening</b> a file: {@code StoreOpening}, {@code SqliteMigrations}
 *   <li><b>encryption</b>: {@code SqliteEncryption}, {@code EncryptionCheck}, {@code FileCopy}
 *   <li><b>how much is stored</b>: {@code RowBytes}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite;

import org.jspecify.annotations.NullMarked;
