/** Answers in a form for models: each record in one line, or as compact JSON. */
@NullMarked
package dev.membrane.internal.view;

import org.jspecify.annotations.NullMarked;
