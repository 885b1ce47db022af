/**
 * The sessions with a database: how statements are run, and how a failure is told.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.session.WriteTransaction}. The classes
 * by what they are about:
 *
 * <ul>
 *   <li>reads: {@code JdbiRows}
 *   <li>writes: {@code WriteTransaction}, {@code WriteSet}
 *   <li>scripts and failures: {@code Scripts}, {@code SqlCodes}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.session;

import org.jspecify.annotations.NullMarked;
