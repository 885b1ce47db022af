/**
 * Conversations in a memory, for the adapters of frameworks.
 *
 * <p>To read first: {@code Conversations}, {@code Transcript} and {@code Change}.
 */
@NullMarked
package dev.membrane.chat;

import org.jspecify.annotations.NullMarked;
