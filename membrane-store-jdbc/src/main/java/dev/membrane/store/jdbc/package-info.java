/**
 * The relational store: what stores over SQL databases have in common. It turns records into rows
 * and back, finds the most salient ones by indexes, writes words into an index, and makes one
 * commit of changesets that arrive together. What differs between databases is in a {@link
 * dev.membrane.store.jdbc.Dialect}, and in classes that the stores have in pairs, of which the
 * names differ in the name of the store only.
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
 * <p>To read first: {@link dev.membrane.store.jdbc.Dialect}, {@link
 * dev.membrane.store.jdbc.RecordRow} and {@link dev.membrane.store.jdbc.ranking.SalienceSearch}.
 * Here is how statements are run, and the narrow row of a record. That stands on {@code crypto} and
 * on what knows no table, {@code words} and {@code filter} below {@code internal}. On it stand
 * {@code ranking} and the others below {@code internal}, each on some before it: {@code figures},
 * {@code table}, {@code history} and {@code commit}, from a row to a transaction; {@code audit},
 * and {@code query}, the methods of a store. The classes by what they are about:
 *
 * <ul>
 *   <li><b>access</b>, how statements are run: {@code Dialect}, {@code ReadTransaction}, {@code
 *       JdbiRows}, {@code WriteTransaction}, {@code WriteSet}, {@code Scripts}, {@code SqlCodes}
 *   <li><b>columns</b>, how values are stored: {@code Nullables}, {@code NumberList}, {@code
 *       Varint}, {@code RowHash}
 *   <li><b>records</b>: {@code RecordRow}, {@code Documents}, {@code SalienceColumns}
 *   <li><b>what a caller sees</b>: {@code VisibleSpaces}, {@code WordIndex}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc;

import org.jspecify.annotations.NullMarked;
