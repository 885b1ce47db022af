package dev.membrane.internal.work;

import dev.membrane.internal.retrieve.RetrievalConfig;

/** Points an arrow the wrong way. */
public record WorkThatKnowsRetrieval(RetrievalConfig config) {}
