package dev.membrane.internal.engine;

import dev.membrane.internal.retrieve.RetrievalConfig;

/** Points an arrow the wrong way. */
public record EngineThatKnowsRetrieval(RetrievalConfig config) {}
