/**
 * What of PostgreSQL's own tables the check compares with the records.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.audit.PostgresTables}.
 */
@NullMarked
package dev.membrane.store.postgres.internal.audit;

import org.jspecify.annotations.NullMarked;
