/**
 * Lets the processes of a machine find the server of a database, by files next to the database. To
 * read first: {@link dev.membrane.server.local.LocalServer}.
 */
@NullMarked
package dev.membrane.server.local;

import org.jspecify.annotations.NullMarked;
