/**
 * The engine behind the interfaces of {@link dev.membrane.Membrane}. Nothing here is API: it
 * changes without notice.
 */
@NullMarked
package dev.membrane.internal;

import org.jspecify.annotations.NullMarked;
