/**
 * The check of all tables, which {@code membraned verify-audit} runs: every row is compared with
 * the records, and every log with its chain of hashes.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.audit.StoredCheck} and {@link
 * dev.membrane.store.jdbc.internal.audit.DatabaseTables}. The classes by what they are about:
 *
 * <ul>
 *   <li>check: {@code StoreInspection}, {@code StoredCheck}, {@code RunCheck}, {@code
 *       ComparedRows}, {@code MultisetHash}
 *   <li>rows: {@code DatabaseTables}, {@code HashedRows}, {@code SpaceRows}, {@code ScopeRemains}
 *   <li>logs: {@code TrailQuery}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.audit;

import org.jspecify.annotations.NullMarked;
