package dev.membrane.server;

import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;

/**
 * What a transport is given when it is created.
 *
 * @param config the configuration; transports of other vendors use {@code config.plugin(name)}
 * @param observer is told of every call
 * @param access who may call; a transport tells it where it listens
 */
public record TransportContext(Config config, Observer observer, Access access) {}
