/**
 * The record types: the record that every part of Membrane uses, its five payloads, the rules for
 * both, and the formula of salience. All types are immutable values and depend on no store,
 * transport or JSON library.
 *
 * <p>To read first: {@link dev.membrane.schema.MemoryRecord}, {@link
 * dev.membrane.schema.SemanticPayload} and {@link dev.membrane.schema.DecayProfile}.
 */
@NullMarked
package dev.membrane.schema;

import org.jspecify.annotations.NullMarked;
