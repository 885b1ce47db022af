/**
 * What PostgreSQL says in its own way in the statements that all stores share.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.dialect.PostgresDialect}.
 */
@NullMarked
package dev.membrane.store.postgres.internal.dialect;

import org.jspecify.annotations.NullMarked;
