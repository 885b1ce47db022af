/**
 * Asks endpoints that speak like OpenAI's: a language model for the facts in episodes, and an
 * embedder for the meaning of texts. Whatever leaves the process leaves it here, below a
 * sensitivity that the operator has set, and neither it nor the key is ever logged.
 */
@NullMarked
package dev.membrane.llm;

import org.jspecify.annotations.NullMarked;
