/**
 * The narrow row of a record and the wide document next to it, and how values are stored in
 * columns.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.row.RecordRow}. The classes by what
 * they are about:
 *
 * <ul>
 *   <li>records: {@code RecordRow}, {@code Documents}, {@code SalienceColumns}
 *   <li>columns: {@code Nullables}, {@code NumberList}, {@code Varint}, {@code RowHash}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.row;

import org.jspecify.annotations.NullMarked;
