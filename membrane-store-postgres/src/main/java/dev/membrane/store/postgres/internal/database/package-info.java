/**
 * How connections to the database are opened and held, and what their failures mean.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.database.Database}.
 */
@NullMarked
package dev.membrane.store.postgres.internal.database;

import org.jspecify.annotations.NullMarked;
