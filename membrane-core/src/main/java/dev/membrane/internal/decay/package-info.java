/**
 * Changes of records over time. Salience is raised and lowered on request; records are deleted on
 * request, or when the time to keep them is over.
 */
@NullMarked
package dev.membrane.internal.decay;

import org.jspecify.annotations.NullMarked;
