/**
 * A page of the HTTP server that shows what is remembered, why, and until when. The page is static
 * modules of JavaScript; it asks the API as any other caller does, with the key of whoever looks.
 */
@NullMarked
package dev.membrane.inspector;

import org.jspecify.annotations.NullMarked;
