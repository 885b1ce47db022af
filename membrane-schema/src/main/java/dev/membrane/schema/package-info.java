/**
 * What a memory is: the record every part of Membrane passes around, the five payloads it can
 * carry, the rules both must satisfy, and the value of salience at an instant. Everything here is
 * an immutable value without a dependency on a store, a transport or a JSON library.
 *
 * <p>To read first: {@link dev.membrane.schema.MemoryRecord}, {@link
 * dev.membrane.schema.SemanticPayload} and {@link dev.membrane.schema.DecayProfile}.
 */
@NullMarked
package dev.membrane.schema;

import org.jspecify.annotations.NullMarked;
