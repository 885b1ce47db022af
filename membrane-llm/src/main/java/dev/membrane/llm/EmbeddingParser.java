package dev.membrane.llm;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MembraneException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads vectors from what an endpoint for embeddings answers. */
final class EmbeddingParser {

  private EmbeddingParser() {}

  /**
   * The vectors in the order of the texts.
   *
   * @throws BadAnswerException unless there is one for each, of that many numbers, not all zero
   */
  static List<float[]> of(JsonObject answer, int texts, int dimensions) {
    if (!answer.members().containsKey("data")) {
      throw BadAnswerException.ofNoModel("answers with something other than embeddings");
    }
    if (!(answer.members().get("data") instanceof JsonArray data) || data.items().size() != texts) {
      throw new BadAnswerException("answers without one vector for each text");
    }
    float[][] vectors = new float[texts][];
    for (int i = 0; i < texts; i++) {
      JsonValue item = data.items().get(i);
      int place = place(item, i);
      if (place < 0 || place >= texts || vectors[place] != null) {
        throw new BadAnswerException("answers with vectors of the same or of no text");
      }
      vectors[place] = vector(item, dimensions);
    }
    return new ArrayList<>(Arrays.asList(vectors));
  }

  private static int place(JsonValue item, int otherwise) {
    return item instanceof JsonObject object
            && object.members().get("index") instanceof JsonNumber index
        ? (int) index.doubleValue()
        : otherwise;
  }

  private static float[] vector(JsonValue item, int dimensions) {
    if (!(item instanceof JsonObject object)
        || !(object.members().get("embedding") instanceof JsonArray numbers)) {
      throw new BadAnswerException("answers with something other than vectors");
    }
    List<JsonValue> items = numbers.items();
    if (items.size() != dimensions) {
      throw new WrongLengthException(items.size(), dimensions);
    }
    float[] vector = new float[dimensions];
    double length = 0;
    for (int i = 0; i < dimensions; i++) {
      vector[i] =
          items.get(i) instanceof JsonNumber number ? (float) number.doubleValue() : Float.NaN;
      length += (double) vector[i] * vector[i];
    }
    if (!Double.isFinite(length) || length == 0) {
      throw new BadAnswerException("answers with a vector that has no direction");
    }
    return vector;
  }

  /** The vectors are not as long as the configuration says. */
  static final class WrongLengthException extends MembraneException {

    private static final long serialVersionUID = 1L;

    WrongLengthException(int found, int expected) {
      super("answers with vectors of " + found + " numbers; embedding_dimensions says " + expected);
    }
  }
}
