/**
 * The bundled server: configuration, plugins found and chosen, transports started and stopped, the
 * command line. The gate is what every call from outside passes on its way to memory: it asks for
 * the key and counts the calls.
 */
@NullMarked
package dev.membrane.server;

import org.jspecify.annotations.NullMarked;
