/**
 * Answers in a form for models: each record in one line, or as compact JSON; and the order of a
 * plan's steps.
 */
@NullMarked
package dev.membrane.internal.view;

import org.jspecify.annotations.NullMarked;
