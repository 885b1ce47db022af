/**
 * What of SQLite's own tables the check compares with the records, and the logs of earlier
 * versions, which had no hashes.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.audit.SqliteTables}. The classes by
 * what they are about:
 *
 * <ul>
 *   <li>check: {@code SqliteTables}
 *   <li>migration: {@code AuditBackfill}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.audit;

import org.jspecify.annotations.NullMarked;
