/**
 * What commands are written against, those of the server and those of other modules.
 *
 * <p>To read first: {@link dev.membrane.server.command.CommandProvider} and {@link
 * dev.membrane.server.command.CommandContext}.
 */
@NullMarked
package dev.membrane.server.command;

import org.jspecify.annotations.NullMarked;
