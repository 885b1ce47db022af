/**
 * Keeps memory in one PostgreSQL database, which any number of nodes may share: each has a few
 * writing connections, among which the scopes are divided and on which commits that arrive together
 * share a transaction, and a pool of reading ones that never wait for them. A record is a narrow
 * row, which filters and orders read and a reinforcement rewrites, and a wide document next to it.
 * What the SQL stores have in common is in {@code dev.membrane.store.jdbc}.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.PostgresStore}. Only the store, its provider
 * and its configuration are used from outside. What they are made of is in packages below {@code
 * internal}, each built on some before it: {@code database}, {@code crypto}, {@code dialect},
 * {@code session}, {@code table}, {@code audit}, {@code commit} and {@code search}. Those that the
 * SQLite store has, too, have the same names there. The classes by what they are about:
 *
 * <ul>
 *   <li><b>store</b>: {@code PostgresStore}, {@code PostgresStoreProvider}, {@code PostgresConfig},
 *       {@code Dsn}
 *   <li><b>opening</b> a schema: {@code PostgresMigrations}
 *   <li><b>encryption</b>: {@code PostgresEncryption}, {@code DatabaseEncryption}, {@code
 *       DatabaseCopy}, {@code KeyDestruction}
 *   <li><b>how much is stored</b>: {@code TableBytes}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres;

import org.jspecify.annotations.NullMarked;
