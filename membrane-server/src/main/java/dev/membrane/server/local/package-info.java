/**
 * Lets the processes of a machine find the server of a database, by files next to the database, and
 * commands open one that has no server. To read first: {@link
 * dev.membrane.server.local.LocalServer} and {@link dev.membrane.server.local.LocalMemory}.
 */
@NullMarked
package dev.membrane.server.local;

import org.jspecify.annotations.NullMarked;
