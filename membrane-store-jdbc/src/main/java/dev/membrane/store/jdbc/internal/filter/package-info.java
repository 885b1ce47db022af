/**
 * Which records a caller may see, and in which order: the conditions of a statement. They are the
 * same in every database; what finds words is in classes of the stores.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.filter.Space}, then {@link
 * dev.membrane.store.jdbc.internal.filter.Conditions}. The classes by what they are about:
 *
 * <ul>
 *   <li>spaces: {@code Space}, {@code RecordOrder}, {@code OrderedRows}
 *   <li>conditions: {@code Conditions}, {@code WordConditions}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.filter;

import org.jspecify.annotations.NullMarked;
