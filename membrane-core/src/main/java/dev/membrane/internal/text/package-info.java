/** What text means to a search: which words a record has, and how they are made comparable. */
@NullMarked
package dev.membrane.internal.text;

import org.jspecify.annotations.NullMarked;
