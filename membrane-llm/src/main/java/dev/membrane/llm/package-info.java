/**
 * Asks endpoints that speak like OpenAI's: a language model for the facts in episodes, and an
 * embedder for the meaning of texts. Whatever leaves the process leaves it here, below a
 * sensitivity that the operator has set, and neither it nor the key is ever logged.
 *
 * <p>To read first: {@code OpenAiExtractor}, {@code Prompt} and {@code Endpoint}. The rest by what
 * it is about:
 *
 * <ul>
 *   <li>what is shown: {@code EpisodeText}
 *   <li>what is understood of the answer: {@code FactParser}, {@code FoundObjects}, {@code
 *       EmbeddingParser}, {@code BadAnswerException}
 *   <li>how it is asked: {@code Http}, {@code Reply}, {@code RequestLimit}, {@code RetryLimits},
 *       {@code RetryAfter}, {@code CallContext}
 *   <li>settings: {@code EndpointConfig}, {@code ChatConfig}, {@code EmbeddingConfig} and the
 *       providers
 * </ul>
 */
@NullMarked
package dev.membrane.llm;

import org.jspecify.annotations.NullMarked;
