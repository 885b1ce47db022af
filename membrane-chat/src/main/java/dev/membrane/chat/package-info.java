/**
 * Conversations in a memory, for the adapters of frameworks.
 *
 * <p>To read first: {@code Conversations}, {@code Transcript} and {@code WindowChange}.
 */
@NullMarked
package dev.membrane.chat;

import org.jspecify.annotations.NullMarked;
