/**
 * Keeps memory in one PostgreSQL database, which any number of nodes may share: each has a few
 * writing connections, among which the scopes are divided and on which commits that arrive together
 * share a transaction, and a pool of reading ones that never wait for them. A record is a narrow
 * row, which filters and orders read and a reinforcement rewrites, and a wide document next to it.
 * What the SQL stores have in common is in {@code dev.membrane.store.jdbc}.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.PostgresStore}, {@code PostgresDialect} and
 * {@code BatchedWrites}. Only the store, its provider and its configuration are used from outside,
 * so there are no sub-packages. The classes by what they are about:
 *
 * <ul>
 *   <li><b>store</b>: {@code PostgresStore}, {@code PostgresStoreProvider}, {@code PostgresConfig},
 *       {@code Dsn}, {@code PostgresDialect}, {@code TextEncoding}, {@code PostgresLeases}
 *   <li><b>connections</b>: {@code Database}, {@code HeldConnection}, {@code ReadPool}, {@code
 *       SqlStates}, {@code JdbiSettings}, {@code PostgresMigrations}, {@code WriteObstacle}
 *   <li><b>writes</b>: {@code Writers}, {@code PostgresCommits}, {@code BatchedWrites}, {@code
 *       ScopeLocks}, {@code PostgresWrites}, {@code PostgresHeads}
 *   <li><b>search by terms and tags</b>: {@code PostgresTermSearch}, {@code PostgresWordMatch},
 *       {@code PostgresWordPools}, {@code PostgresWordIndex}, {@code PostgresTagConditions}, {@code
 *       PostgresLookup}
 *   <li><b>search by vector</b>: {@code PostgresVectors}, {@code PostgresNearest}, {@code
 *       PassingCount}, {@code Pgvector}, {@code VectorIndex}, {@code VectorIndexes}
 *   <li><b>encryption</b>: {@code PostgresEncryption}, {@code DatabaseCopy}, {@code
 *       DatabaseEncryption}, {@code EncryptionState}, {@code DataKeyTable}, {@code
 *       OwnDataKeyTable}, {@code DecryptedVectors}
 *   <li><b>data keys in another database</b>: {@code KeysDatabase}, {@code SeparateDataKeyTable},
 *       {@code RetiredDataKeys}, {@code KeyDestruction}
 *   <li><b>check and search of the tables</b>: {@code PostgresTables}, {@code TableBytes}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres;

import org.jspecify.annotations.NullMarked;
