package dev.membrane.embedder.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import dev.membrane.spi.ModelException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;

/** The model in memory. Many threads may embed at once; none may while it is closed. */
final class OnnxModel implements AutoCloseable {

  static final int DIMENSIONS = 384;

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final OnnxTokenizer tokenizer;

  private OnnxModel(OrtEnvironment environment, OrtSession session, OnnxTokenizer tokenizer) {
    this.environment = environment;
    this.session = session;
    this.tokenizer = tokenizer;
  }

  /**
   * Takes about a second.
   *
   * @throws ModelException if something is missing or does not fit this machine
   */
  static OnnxModel load(OnnxResources resources) {
    resources.check();
    try {
      OnnxTokenizer tokenizer = OnnxTokenizer.of(resources.tokenizer());
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      // On some systems the runtime would otherwise report its use to its makers.
      environment.setTelemetry(false);
      return new OnnxModel(environment, open(environment, resources.model()), tokenizer);
    } catch (OrtException | IOException | LinkageError | IllegalStateException unusable) {
      throw ModelException.permanent(
          "embedder onnx: cannot load the model ("
              + rootOf(unusable)
              + "); set embedder: none for text only",
          unusable);
    }
  }

  private static OrtSession open(OrtEnvironment environment, byte[] model) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      // No threads but the caller's, so that it is the caller who decides how many there are.
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      // A pattern would be kept for each length of text.
      options.setMemoryPatternOptimization(false);
      return environment.createSession(model, options);
    }
  }

  /** The first line of the failure that began it, for what wraps it says less. */
  private static String rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString().lines().findFirst().orElse("");
  }

  /**
   * The vector of the beginning of a text, of length 1.
   *
   * @throws ModelException if the runtime fails, as without memory
   */
  float[] embed(String text) {
    long[] tokens = tokenizer.tokens(text);
    long[] ones = new long[tokens.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor ids = tensor(tokens);
        OnnxTensor mask = tensor(ones);
        OnnxTensor types = tensor(new long[tokens.length]);
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", ids, "attention_mask", mask, "token_type_ids", types))) {
      return normalized(((OnnxTensor) result.get(0)).getFloatBuffer());
    } catch (OrtException failed) {
      throw ModelException.temporary("embedder onnx: " + rootOf(failed), failed);
    }
  }

  private OnnxTensor tensor(long[] row) throws OrtException {
    return OnnxTensor.createTensor(environment, LongBuffer.wrap(row), new long[] {1, row.length});
  }

  /** The model was trained to say in the place of the first token what the text means. */
  private static float[] normalized(FloatBuffer places) {
    float[] vector = new float[DIMENSIONS];
    places.get(vector);
    double sum = 0;
    for (float number : vector) {
      sum += (double) number * number;
    }
    double length = Math.sqrt(sum);
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (vector[i] / length);
    }
    return vector;
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException failed) {
      throw ModelException.permanent("embedder onnx: " + rootOf(failed), failed);
    }
  }
}
