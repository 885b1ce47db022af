/**
 * What a plugin sees: the store's contract, the shapes that cross it, and the providers by which
 * plugins are found. Everything here is plain Java over {@code dev.membrane.schema}.
 */
@NullMarked
package dev.membrane.spi;

import org.jspecify.annotations.NullMarked;
