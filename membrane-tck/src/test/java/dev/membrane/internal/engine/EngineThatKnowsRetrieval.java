package dev.membrane.internal.engine;

import dev.membrane.RetrieveRequest;

/** Points an arrow the wrong way. */
public record EngineThatKnowsRetrieval(RetrieveRequest request) {}
