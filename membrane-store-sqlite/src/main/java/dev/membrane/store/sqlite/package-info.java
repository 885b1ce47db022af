/**
 * Keeps memory in one SQLite file: one writing thread that lets commits share an fsync, and a few
 * reading connections that never wait for it. A record is a narrow row, which filters and orders
 * read and a reinforcement rewrites, and a wide document beside it.
 */
@NullMarked
package dev.membrane.store.sqlite;

import org.jspecify.annotations.NullMarked;
