/**
 * What a memory is: the record every part of Membrane passes around, the five payloads it can
 * carry, the rules both must satisfy, and the value of salience at an instant. Everything here is
 * an immutable value without a dependency on a store, a transport or a JSON library.
 */
@NullMarked
package dev.membrane.schema;

import org.jspecify.annotations.NullMarked;
