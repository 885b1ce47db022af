package dev.membrane.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What the plugins of the distribution say that they read, against what they read. */
class DeclaredKeysTest {

  @Test
  void stores_declare_every_key_that_they_read() {
    assertDeclared(StoreProvider.class, StoreProvider::create, 2);
  }

  @Test
  void extractors_declare_every_key_that_they_read() {
    assertDeclared(ExtractorProvider.class, ExtractorProvider::create, 1);
  }

  @Test
  void embedders_declare_every_key_that_they_read() {
    assertDeclared(EmbedderProvider.class, EmbedderProvider::create, 2);
  }

  @Test
  void key_providers_declare_every_key_that_they_read() {
    assertDeclared(KeyProvider.class, KeyProvider::create, 1);
  }

  @Test
  void stages_declare_every_key_that_they_read() {
    assertDeclared(StageProvider.class, StageProvider::create, 5);
  }

  private static <P extends PluginProvider> void assertDeclared(
      Class<P> kind, BiFunction<P, PluginContext, Object> create, int count) {
    assertThat(ServiceLoader.load(kind))
        .hasSize(count)
        .allSatisfy(
            plugin -> {
              Config config = new Config(Map.of());
              assertThat(create.apply(plugin, new PluginContext(config))).isNotNull();
              plugin.check(config);
              assertThat(plugin.keys())
                  .as(plugin.name())
                  .containsExactlyInAnyOrderElementsOf(config.known());
            });
  }
}
