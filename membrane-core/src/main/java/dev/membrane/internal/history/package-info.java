/**
 * Former states: how long they are kept, the store as it was at an instant, and the end of what has
 * been kept long enough.
 */
@NullMarked
package dev.membrane.internal.history;

import org.jspecify.annotations.NullMarked;
