package dev.membrane.internal.retrieve;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Binds its users to a JSON library. */
public record SignatureWithJackson(List<JsonNode> nodes) {}
