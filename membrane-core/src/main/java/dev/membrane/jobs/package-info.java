/** Work that nobody waits for, done again and again. */
@NullMarked
package dev.membrane.jobs;

import org.jspecify.annotations.NullMarked;
