/**
 * What becomes of records with time: salience raised and lowered on request, records deleted on
 * request or when nothing speaks for keeping them.
 */
@NullMarked
package dev.membrane.internal.decay;

import org.jspecify.annotations.NullMarked;
