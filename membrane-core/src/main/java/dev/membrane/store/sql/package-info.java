/**
 * What stores over SQL databases have in common, apart from the SQL: how a record becomes columns,
 * how words are written in an index, and how changesets that arrive together become one commit.
 * Nobody needs it to write a store; it saves those who write one over tables from finding out
 * again.
 */
@NullMarked
package dev.membrane.store.sql;

import org.jspecify.annotations.NullMarked;
