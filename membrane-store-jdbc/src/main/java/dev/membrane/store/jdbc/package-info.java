/**
 * The relational store: what stores over SQL databases have in common. It turns records into rows
 * and back, finds the most salient ones by indexes, writes words into an index, and makes one
 * commit of changesets that arrive together. What differs between databases is in a {@link
 * dev.membrane.store.jdbc.internal.dialect.Dialect}, and in classes that the stores have in pairs,
 * of which the names differ in the name of the store only. Those of a pair are in packages of one
 * name, and where a package here is about the same, it has that name, too.
 *
 * <p>The words of the tables. A <b>space</b> is a set of records that the same callers see and that
 * decay in the same way: all retired facts of the scope "team" with low sensitivity and a half-life
 * of a day are one. So a search asks few spaces, each for its first rows in an order that an index
 * has. A record is in a space of its scope and, unless scopes have keys of their own, in one of all
 * scopes, which the column {@code whole} names. A <b>pool</b> counts the records and words of a
 * scope and sensitivity, or of all scopes. A <b>lane</b> is a curve and half-life whose records
 * have spaces of their own; there are few, and all others share spaces. The orders are {@code
 * rank_key} for records of one lane whose order never changes, {@code drift}, an upper bound of the
 * salience, for others that decay, and {@code rest}, the value below which the salience never
 * falls.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.dialect.Dialect}, {@link
 * dev.membrane.store.jdbc.internal.row.RecordRow} and {@link
 * dev.membrane.store.jdbc.internal.search.SalienceSearch}. Only {@code crypto} is used from outside
 * of the stores, by those who provide a key. All else is below {@code internal}, each package on
 * some before it: {@code words} and {@code filter}, which know no table; {@code row}, {@code
 * dialect} and {@code session}, how statements are run; {@code search}; {@code figures}, {@code
 * table}, {@code runs}, {@code history} and {@code commit}, from a row to a transaction; {@code
 * audit}, and {@code query}, the methods of a store.
 */
@NullMarked
package dev.membrane.store.jdbc;

import org.jspecify.annotations.NullMarked;
