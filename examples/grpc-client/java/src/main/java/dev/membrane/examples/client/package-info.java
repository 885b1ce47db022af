/** A client of a server. */
@NullMarked
package dev.membrane.examples.client;

import org.jspecify.annotations.NullMarked;
