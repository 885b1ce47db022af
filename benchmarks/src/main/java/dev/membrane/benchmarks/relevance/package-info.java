/**
 * Measures whether retrieval finds the turns of conversations that answer questions, beside simpler
 * methods that share nothing with the engine's ranking.
 */
@NullMarked
package dev.membrane.benchmarks.relevance;

import org.jspecify.annotations.NullMarked;
