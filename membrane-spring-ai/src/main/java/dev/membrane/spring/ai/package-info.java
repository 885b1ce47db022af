/**
 * The chat memory and the long-term memory of Spring AI, kept in a memory.
 *
 * <p>To read first: {@code MembraneChatMemoryRepository}, {@code LongTermMemoryAdvisor} and {@code
 * SpringMessageFormat}.
 */
@NullMarked
package dev.membrane.spring.ai;

import org.jspecify.annotations.NullMarked;
