package dev.membrane.engine;

import dev.membrane.retrieve.RetrieveRequest;

/** Points an arrow the wrong way. */
public record EngineThatKnowsRetrieval(RetrieveRequest request) {}
