/** Work that nobody waits for, done again and again. */
@NullMarked
package dev.membrane.internal.jobs;

import org.jspecify.annotations.NullMarked;
