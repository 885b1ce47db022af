package dev.membrane.spi;

/**
 * What a plugin is given when it is created.
 *
 * @param config the configuration; bundled plugins read the keys of their own, others use {@code
 *     config.plugin(name)}
 */
public record PluginContext(Config config) {}
