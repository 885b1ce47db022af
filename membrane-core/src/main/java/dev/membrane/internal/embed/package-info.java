/**
 * Embedding: what records mean is computed behind the writers' backs, from a queue, so that no
 * writer waits for a model and nothing is forgotten when the process ends.
 */
@NullMarked
package dev.membrane.internal.embed;

import org.jspecify.annotations.NullMarked;
