/**
 * Memory for agents that are built with LangChain4j.
 *
 * <p>To read first: {@code MemoryAccess}, {@code MembraneTools} and {@code RunRecorder}.
 */
@NullMarked
package dev.membrane.langchain4j;

import org.jspecify.annotations.NullMarked;
