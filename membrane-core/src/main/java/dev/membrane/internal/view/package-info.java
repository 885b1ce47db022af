/** Answers as models read them: records in one line each, or as little JSON as it takes. */
@NullMarked
package dev.membrane.internal.view;

import org.jspecify.annotations.NullMarked;
