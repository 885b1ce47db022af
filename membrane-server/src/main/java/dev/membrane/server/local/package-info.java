/**
 * How processes of one machine find the server of a database, by files beside it. To read first:
 * {@link dev.membrane.server.local.LocalServer}.
 */
@NullMarked
package dev.membrane.server.local;

import org.jspecify.annotations.NullMarked;
