/**
 * How connections to the database are opened and held, which texts it can keep, and what its
 * failures mean.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.database.Database}. The classes by
 * what they are about:
 *
 * <ul>
 *   <li>connections: {@code Database}, {@code DatabaseAccess}, {@code HeldConnection}, {@code
 *       JdbiSettings}
 *   <li>texts: {@code TextEncoding}
 *   <li>failures: {@code SqlStates}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.database;

import org.jspecify.annotations.NullMarked;
