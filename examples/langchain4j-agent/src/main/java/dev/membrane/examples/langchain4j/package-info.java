/** An agent on LangChain4j that remembers across restarts, and gets better at a task. */
@NullMarked
package dev.membrane.examples.langchain4j;

import org.jspecify.annotations.NullMarked;
