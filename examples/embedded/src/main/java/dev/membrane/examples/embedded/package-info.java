/** Memory inside a program. */
@NullMarked
package dev.membrane.examples.embedded;

import org.jspecify.annotations.NullMarked;
