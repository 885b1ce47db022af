package dev.membrane.llm;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import mockwebserver3.MockResponse;

/** Counts words: texts with words in common lie near each other. The last text comes first. */
final class WordVectors {

  private WordVectors() {}

  static List<String> inputs(String body) {
    JsonObject request = (JsonObject) ScriptedServer.CODEC.parse("request", body);
    return ((JsonArray) request.members().get("input"))
        .items().stream().map(item -> ((JsonString) item).value()).toList();
  }

  static MockResponse answer(String body) {
    JsonObject request = (JsonObject) ScriptedServer.CODEC.parse("request", body);
    int dimensions =
        request.members().get("dimensions") instanceof JsonNumber number
            ? (int) number.doubleValue()
            : 16;
    return answer(inputs(body), dimensions);
  }

  static MockResponse answer(List<String> texts, int dimensions) {
    List<Object> data = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      data.add(Map.of("index", i, "embedding", vector(texts.get(i), dimensions)));
    }
    Collections.reverse(data);
    return ScriptedServer.json(Map.of("data", data, "usage", Map.of("prompt_tokens", 3)));
  }

  private static List<Object> vector(String text, int dimensions) {
    double[] vector = new double[dimensions];
    vector[0] = 0.01;
    for (String word : text.split("\\W+", -1)) {
      vector[Math.floorMod(word.hashCode() * 31, dimensions)] += word.isEmpty() ? 0 : 1;
    }
    List<Object> numbers = new ArrayList<>();
    for (double number : vector) {
      numbers.add(number);
    }
    return numbers;
  }
}
