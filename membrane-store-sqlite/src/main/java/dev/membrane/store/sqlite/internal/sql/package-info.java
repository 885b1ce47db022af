/**
 * Connections to the file and the statements that run on them: one writes, a few read.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.sql.Sql}.
 */
@NullMarked
package dev.membrane.store.sqlite.internal.sql;

import org.jspecify.annotations.NullMarked;
