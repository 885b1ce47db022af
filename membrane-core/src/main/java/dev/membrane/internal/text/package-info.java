/** Text analysis for searches: which words a record has, and how they are made comparable. */
@NullMarked
package dev.membrane.internal.text;

import org.jspecify.annotations.NullMarked;
