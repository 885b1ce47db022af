/**
 * What differs between databases in statements that the stores share, and the transactions in which
 * they are read: the three name each other.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.dialect.Dialect}. The classes by what
 * they are about:
 *
 * <ul>
 *   <li>phrases: {@code Dialect}
 *   <li>words: {@code WordIndex}
 *   <li>reads: {@code ReadTransaction}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.dialect;

import org.jspecify.annotations.NullMarked;
