/**
 * The relational store: what stores over SQL databases have in common. How a record becomes rows
 * and is read back, how the most salient are found by indexes, how words are written in an index,
 * and how changesets that arrive together become one commit. What differs between databases a
 * {@link dev.membrane.store.jdbc.Dialect} says.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.Dialect}, {@link
 * dev.membrane.store.jdbc.RecordRow} and {@link dev.membrane.store.jdbc.SalienceSearch}.
 */
@NullMarked
package dev.membrane.store.jdbc;

import org.jspecify.annotations.NullMarked;
