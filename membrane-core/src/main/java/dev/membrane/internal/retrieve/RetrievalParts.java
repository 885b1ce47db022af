package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.work.ConcurrentWork;
import dev.membrane.spi.Tracer;

/**
 * What all questions to an engine share.
 *
 * @param analyzer the one that the stored records were analysed with
 * @param work does parts of a question meanwhile
 * @param tracer follows each step
 */
record RetrievalParts(
    TextAnalyzer analyzer, RetrievalConfig config, ConcurrentWork work, Tracer tracer) {}
