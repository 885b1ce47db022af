/**
 * What the configuration is read from: a file, and variables of the environment. What each key
 * means is read where it is used.
 *
 * <p>To read first: {@link dev.membrane.server.internal.config.ConfigFile}.
 */
@NullMarked
package dev.membrane.server.internal.config;

import org.jspecify.annotations.NullMarked;
