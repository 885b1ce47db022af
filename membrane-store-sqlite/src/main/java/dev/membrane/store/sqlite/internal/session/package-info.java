/**
 * The connections to the file and the statements that run on them: one writes, a few read.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.session.Sql}. The classes by what
 * they are about:
 *
 * <ul>
 *   <li>connections: {@code Connections}, {@code Readers}
 *   <li>statements: {@code Sql}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.session;

import org.jspecify.annotations.NullMarked;
