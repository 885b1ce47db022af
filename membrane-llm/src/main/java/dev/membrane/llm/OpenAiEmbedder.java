package dev.membrane.llm;

import dev.membrane.llm.EmbeddingParser.WrongLengthException;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks an endpoint for the vectors of texts, as OpenAI and many others offer it, {@value
 * #MAX_TEXTS} texts at a time. Of a text the first {@value #MAX_CHARACTERS} characters are sent.
 * Safe for use by many threads.
 *
 * <p>A question is sent whatever its asker may see, for it is the asker's own words. Somebody waits
 * for its answer: it is asked once, for {@value #QUESTION_SECONDS} s at most, and after a failure
 * the next {@value #REST_SECONDS} s of questions are answered by words at once.
 */
public final class OpenAiEmbedder implements Embedder {

  static final int MAX_TEXTS = 32;
  static final int MAX_CHARACTERS = 8_000;
  static final int QUESTION_SECONDS = 5;
  static final int REST_SECONDS = 10;

  private static final String TASK = "embedding";
  private static final RecordCodec CODEC = new RecordCodec();

  /** As many as a number with all its digits and a comma may take. */
  private static final long BYTES_PER_NUMBER = 32;

  private static final long BYTES_AROUND = 64 << 10;

  private final EmbeddingConfig config;
  private final CallContext surroundings;
  private final Endpoint endpoint;
  private final RetryLimits forTexts;
  private final RetryLimits forQuestions;

  /** Some models have vectors of one length only and want to hear of no other. */
  private volatile boolean namesDimensions = true;

  private volatile Instant restsUntil = Instant.MIN;

  OpenAiEmbedder(EmbeddingConfig config, CallContext surroundings) {
    this.config = config;
    this.surroundings = surroundings;
    this.endpoint = new Endpoint(TASK, config.endpoint(), surroundings);
    Duration timeout = config.endpoint().timeout();
    Duration shorter = Duration.ofSeconds(QUESTION_SECONDS);
    this.forTexts = new RetryLimits(4, 2, timeout);
    this.forQuestions = new RetryLimits(1, 1, timeout.compareTo(shorter) < 0 ? timeout : shorter);
  }

  @Override
  public String model() {
    return "openai:" + config.endpoint().model() + ":" + config.dimensions();
  }

  @Override
  public int dimensions() {
    return config.dimensions();
  }

  @Override
  public Sensitivity maxSensitivity() {
    return config.maxSensitivity();
  }

  @Override
  public List<float[]> embed(List<String> texts) {
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += MAX_TEXTS) {
      vectors.addAll(ask(texts.subList(from, Math.min(texts.size(), from + MAX_TEXTS)), forTexts));
    }
    return vectors;
  }

  @Override
  public float[] embedQuery(String text) {
    if (surroundings.clock().instant().isBefore(restsUntil)) {
      throw ModelException.permanent(
          "the embedder has just failed and is left alone", new IllegalStateException());
    }
    try {
      return ask(List.of(text), forQuestions).get(0);
    } catch (ModelException failure) {
      restsUntil = surroundings.clock().instant().plusSeconds(REST_SECONDS);
      throw failure;
    }
  }

  private List<float[]> ask(List<String> texts, RetryLimits patience) {
    boolean named = namesDimensions;
    try {
      return ask(texts, patience, named);
    } catch (ModelException failure) {
      if (!named || !failure.isPermanent()) {
        throw failure;
      }
      List<float[]> vectors;
      try {
        vectors = ask(texts, patience, false);
      } catch (ModelException again) {
        throw failure;
      }
      namesDimensions = false;
      return vectors;
    }
  }

  private List<float[]> ask(List<String> texts, RetryLimits patience, boolean named) {
    long most = texts.size() * (config.dimensions() * BYTES_PER_NUMBER) + BYTES_AROUND;
    try {
      return endpoint.ask(
          body(texts, named),
          most,
          patience,
          (JsonObject answer) -> EmbeddingParser.of(answer, texts.size(), config.dimensions()));
    } catch (WrongLengthException setting) {
      throw ModelException.refused(config.endpoint().place() + " " + setting.getMessage(), setting);
    }
  }

  private String body(List<String> texts, boolean named) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", config.endpoint().model());
    body.put("input", texts.stream().map(OpenAiEmbedder::input).toList());
    body.put("encoding_format", "float");
    if (named) {
      body.put("dimensions", config.dimensions());
    }
    return CODEC.write(JsonValue.of(body));
  }

  /** Endpoints refuse a text without words. */
  private static String input(String text) {
    String cut = Limits.beginning(text, MAX_CHARACTERS);
    return cut.isBlank() ? "-" : cut;
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
