/**
 * Keeps memory in one PostgreSQL database, which any number of nodes may share: each has a few
 * writing connections, among which the scopes are divided and on which commits that arrive together
 * share a transaction, and a pool of reading ones that never wait for them. A record is a narrow
 * row, which filters and orders read and a reinforcement rewrites, and a wide document next to it.
 * What the SQL stores have in common is in {@code dev.membrane.store.jdbc}.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.PostgresStore}. Only the store, its provider
 * and its configuration are used from outside. What they are made of is in packages below {@code
 * internal}, each built on some before it: {@code database}, {@code keys}, {@code dialect}, {@code
 * session} and {@code search}. The classes by what they are about:
 *
 * <ul>
 *   <li><b>store</b>: {@code PostgresStore}, {@code PostgresStoreProvider}, {@code PostgresConfig},
 *       {@code Dsn}
 *   <li><b>opening</b> a schema: {@code PostgresMigrations}
 *   <li><b>encryption</b>: {@code PostgresEncryption}, {@code DatabaseCopy}, {@code
 *       DatabaseEncryption}, {@code KeyDestruction}
 *   <li><b>check and search of the tables</b>: {@code PostgresTables}, {@code TableBytes}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres;

import org.jspecify.annotations.NullMarked;
