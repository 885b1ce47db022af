/** An assistant on Spring AI that remembers across restarts and gets better at a task. */
@NullMarked
package dev.membrane.examples.springboot;

import org.jspecify.annotations.NullMarked;
