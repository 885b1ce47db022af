/**
 * Keeps memory in one PostgreSQL database, which any number of nodes may share: each has one
 * writing connection, on which commits that arrive together share a transaction, and a pool of
 * reading ones that never wait for it. A record is a narrow row, which filters and orders read and
 * a reinforcement rewrites, and a wide document beside it.
 */
@NullMarked
package dev.membrane.store.postgres;

import org.jspecify.annotations.NullMarked;
