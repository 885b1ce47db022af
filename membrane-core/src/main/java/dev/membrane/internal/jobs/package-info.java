/** Background work, done at intervals. */
@NullMarked
package dev.membrane.internal.jobs;

import org.jspecify.annotations.NullMarked;
