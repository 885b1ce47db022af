/**
 * Embedding: the vectors of records are computed in the background, from a stored queue. So no
 * writer waits for a model, and nothing is lost when the process ends.
 */
@NullMarked
package dev.membrane.internal.embed;

import org.jspecify.annotations.NullMarked;
