/**
 * What a user of the library needs: {@link dev.membrane.Membrane} and its services, their requests
 * and answers, who asks, and what is thrown.
 */
@NullMarked
package dev.membrane;

import org.jspecify.annotations.NullMarked;
