/**
 * The bundled server: configuration, plugins found and chosen, transports started and stopped, the
 * command line.
 */
@NullMarked
package dev.membrane.server;

import org.jspecify.annotations.NullMarked;
