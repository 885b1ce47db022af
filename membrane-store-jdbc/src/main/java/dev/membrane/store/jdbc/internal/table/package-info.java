/**
 * The tables next to that of records, each with what reads and what writes it, and what several
 * packages ask of that of records. {@link dev.membrane.store.jdbc.internal.table.SharedChanges}
 * collects what a commit changes for many records at once, and {@link
 * dev.membrane.store.jdbc.internal.table.DatabaseWrites} is what each database writes in its own
 * way.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.table.KeyTable}, the shortest. The
 * classes by what they are about:
 *
 * <ul>
 *   <li>keys and work that waits: {@code KeyTable}, {@code FormerKeys}, {@code QueueTable}
 *   <li>records: {@code HeaderQuery}, {@code NextRecords}, {@code UnreadableRecords}, {@code
 *       RecordNumbers}
 *   <li>logs: {@code AuditTable}, {@code AuditRow}, {@code LoggedEntry}
 *   <li>vectors: {@code StoredVector}, {@code VectorRow}, {@code VectorQuery}, {@code Models}
 *   <li>spaces and pools: {@code Spaces}, {@code SpacePosition}, {@code Lane}, {@code Pools},
 *       {@code RecentIds}
 *   <li>figures: {@code FigureTable}
 *   <li>of a whole commit: {@code SharedChanges}, {@code DatabaseWrites}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.table;

import org.jspecify.annotations.NullMarked;
