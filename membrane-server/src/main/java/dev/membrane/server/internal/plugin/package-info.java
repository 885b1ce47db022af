/**
 * Finds the plugins and asks them. What a plugin throws is told as a failure of the plugin, and one
 * that takes long is named.
 *
 * <p>To read first: {@link dev.membrane.server.internal.plugin.Plugins} and {@link
 * dev.membrane.server.internal.plugin.Plugin}. The classes by what they are about:
 *
 * <ul>
 *   <li>how they are found: {@code Plugins}, {@code IdlePlugins}
 *   <li>how they are asked: {@code Plugin}, {@code PluginStore}, {@code PluginKey}, {@code
 *       PluginEmbedder}, {@code PluginTransport}, {@code StoreFailure}
 * </ul>
 */
@NullMarked
package dev.membrane.server.internal.plugin;

import org.jspecify.annotations.NullMarked;
