package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.membrane.ClosedException;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.command.CommandProvider;
import dev.membrane.server.internal.plugin.MemoryStoreProvider;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.StageProvider;
import dev.membrane.spi.StoreProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plugin that breaks its contract is told in one line that names it. */
class PluginFailuresTest {

  private static final String OUT_OF_ORDER = ": java.lang.IllegalStateException: out of order\n";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"ThrowingName, name()", "ThrowingKeys, keys()", "ThrowingCheck, check()"})
  void whatever_method_of_a_provider_throws_is_named(String provider, String method)
      throws Exception {
    assertThat(refused("backend: memory", StoreProvider.class, provider))
        .startsWith("78: membraned: the plugin ")
        .contains(title(provider))
        .endsWith(" failed in " + method + OUT_OF_ORDER)
        .hasLineCount(1);
  }

  @Test
  void a_stage_without_a_name_is_told_with_its_plugin() throws Exception {
    String settings = "backend: memory\nconsolidation_stages: nameless";
    assertThat(refused(settings, StageProvider.class, "NamelessStage"))
        .startsWith("78: membraned: the plugin nameless (" + title("NamelessStage"))
        .endsWith(") failed in name() of its stage" + OUT_OF_ORDER);
  }

  @Test
  void a_stage_that_has_the_name_of_a_bundled_one_is_refused() throws Exception {
    String settings = "backend: memory\nconsolidation_stages: semantic,taker";
    assertThat(refused(settings, StageProvider.class, "NameTaker"))
        .isEqualTo(
            "78: membraned: consolidation_stages: the stage of the plugin taker has the name of a"
                + " bundled one: competence\n");
  }

  @Test
  void a_stage_that_has_the_name_of_a_job_is_refused() throws Exception {
    String settings = "backend: memory\nconsolidation_stages: semantic,taker";
    assertThat(refused(settings, StageProvider.class, "JobTaker"))
        .isEqualTo(
            "78: membraned: consolidation_stages: the stage of the plugin taker has the name of a"
                + " job: prune\n");
  }

  @Test
  void an_embedder_that_cannot_say_its_key_is_told() throws Exception {
    String settings = "backend: memory\nembedder: quiet";
    assertThat(refused(settings, EmbedderProvider.class, "ThrowingChoice"))
        .startsWith("78: membraned: the plugin choice (" + title("ThrowingChoice"))
        .endsWith(") failed in choosingKey()" + OUT_OF_ORDER);
  }

  @Test
  void a_missing_class_is_told_with_the_plugin_that_lacks_it() throws Exception {
    assertThat(refused("backend: whole", StoreProvider.class, "MissingClass"))
        .isEqualTo(
            "78: membraned: the plugin whole (%s) failed in create(): %s\n"
                .formatted(
                    title("MissingClass"), "java.lang.NoClassDefFoundError: com/example/Driver"));
  }

  @Test
  void a_checked_exception_is_told_with_the_plugin_that_threw_it() throws Exception {
    String line = "membraned: the plugin whole (%s) failed %s: java.io.IOException: out of order\n";
    assertThat(refused("backend: whole", StoreProvider.class, "CheckedCreate"))
        .isEqualTo("78: " + line.formatted(title("CheckedCreate"), "in create()"));
    assertThat(refused("backend: whole", StoreProvider.class, "CheckedStore"))
        .isEqualTo("1: " + line.formatted(title("CheckedStore"), "when its store was opened"));
  }

  @ParameterizedTest
  @CsvSource({"CheckedKey, java.io.IOException", "NullKey, null is no answer"})
  void a_key_that_is_not_opened_is_told_with_the_plugin_that_has_it(String provider, String why)
      throws Exception {
    Map<Class<?>, String> providers =
        Map.of(StoreProvider.class, "KeyedStore", KeyProvider.class, provider);
    assertThat(said("backend: whole\nkey_provider: vault", providers, "verify-audit"))
        .isEqualTo(
            "1: membraned: the store: the plugin vault (%s) failed when its key was opened: %s\n"
                .formatted(title(provider), why));
  }

  @Test
  void what_cannot_be_closed_keeps_nothing_else_open() throws Exception {
    Map<String, JsonValue> settings =
        Map.of(
            "backend", new JsonString("memory"),
            "embedder", new JsonString("unclosed"),
            "plugins.open.enabled", new JsonBoolean(true));
    Map<Class<?>, String> providers =
        Map.of(
            EmbedderProvider.class,
            "UnclosedEmbedder",
            TransportProvider.class,
            "UnclosedTransport");
    Server server = with(providers, () -> Server.start(new Config(settings)));

    server.close();

    assertThatExceptionOfType(ClosedException.class).isThrownBy(server.membrane()::check);
  }

  @Test
  void a_null_is_told_with_the_plugin_that_answered_it() throws Exception {
    String line = "membraned: the plugin %s failed %s: java.lang.NullPointerException: %s\n";
    String why = "null is no answer";
    assertThat(refused("backend: whole", StoreProvider.class, "NullName"))
        .isEqualTo("78: " + line.formatted(title("NullName"), "in name()", why));
    assertThat(refused("backend: whole", StoreProvider.class, "NullCreate"))
        .isEqualTo(
            "78: " + line.formatted("whole (" + title("NullCreate") + ")", "in create()", why));
    assertThat(refused("backend: whole", StoreProvider.class, "NullStore"))
        .isEqualTo(
            "1: "
                + line.formatted(
                    "whole (" + title("NullStore") + ")", "when its store was opened", why));
  }

  @Test
  void a_class_that_cannot_be_initialized_is_named() throws Exception {
    assertThat(refused("backend: memory", StoreProvider.class, "StaticFailure"))
        .startsWith("78: membraned: dev.membrane.spi.StoreProvider cannot be loaded: Provider ")
        .contains(title("StaticFailure"))
        .endsWith(": java.lang.NumberFormatException: For input string: \"many\"\n")
        .hasLineCount(1);
  }

  @Test
  void two_of_one_name_are_told_apart_by_their_classes_and_jars() throws Exception {
    assertThat(refused("backend: memory", StoreProvider.class, "Namesake"))
        .startsWith("78: membraned: backend: 2 plugins are named memory; keep one of them: ")
        .contains(
            MemoryStoreProvider.class.getName() + " in test-classes",
            title("Namesake") + " in test-classes");
  }

  @Test
  void a_name_that_nobody_can_choose_is_refused() throws Exception {
    assertThat(refused("backend: memory", StoreProvider.class, "Unchoosable"))
        .isEqualTo(
            "78: membraned: the plugin %s in test-classes has a name that no configuration can"
                    .formatted(title("Unchoosable"))
                + " choose: \"a,b\"\n");
  }

  @Test
  void a_start_ends_with_the_line_before_anything_serves() throws Exception {
    assertThat(started("backend: whole", StoreProvider.class, "NamelessStore"))
        .isEqualTo(
            "1: membraned: the plugin whole (%s) failed in toString() of its store%s"
                .formatted(title("NamelessStore"), OUT_OF_ORDER));
    assertThat(BrokenProviders.NamelessStore.OPEN).as("stores left open").hasValue(0);
    assertThat(started("backend: memory", CommandProvider.class, "ThrowingExamples"))
        .isEqualTo(
            "78: membraned: the plugin "
                + title("ThrowingExamples")
                + " failed in examples()"
                + OUT_OF_ORDER);
    assertThat(
            started(
                "backend: memory\nembedder: unsound", EmbedderProvider.class, "ThrowingEmbedder"))
        .isEqualTo(
            "1: membraned: the plugin unsound (%s) failed in check() of its embedder%s"
                .formatted(title("ThrowingEmbedder"), OUT_OF_ORDER));
    assertThat(
            started(
                "backend: memory\nplugins: {deaf: {enabled: true}}",
                TransportProvider.class,
                "ThrowingTransport"))
        .isEqualTo(
            "1: membraned: the plugin deaf (%s) failed in start() of its transport%s"
                .formatted(title("ThrowingTransport"), OUT_OF_ORDER));
  }

  @Test
  void an_embedder_that_no_memory_can_use_is_a_fault_of_the_configuration() throws Exception {
    assertThat(started("backend: memory\nembedder: flat", EmbedderProvider.class, "FlatEmbedder"))
        .isEqualTo(
            "78: membraned: embedder: dimensions() must be at least 1, not 0, of the plugin flat"
                + " (%s)\n".formatted(title("FlatEmbedder")));
    assertThat(started("backend: memory\nembedder: open", EmbedderProvider.class, "OpenEmbedder"))
        .isEqualTo(
            "78: membraned: embedder: maxSensitivity() must not be null, of the plugin open (%s)\n"
                .formatted(title("OpenEmbedder")));
  }

  @Test
  void nothing_is_proposed_that_asks_the_server_by_http_where_that_is_off() throws Exception {
    String settings =
        "backend: memory\nidle_exit: 1ms\nplugins: {chatty: {enabled: true}, http: {enabled: false}}";
    Map<Class<?>, String> providers =
        Map.of(
            TransportProvider.class, "ChattyTransport", CommandProvider.class, "ThrowingExamples");
    assertThat(said(settings, providers)).isEqualTo("0: ");
  }

  @Test
  void the_line_that_says_ready_stays_one() throws Exception {
    Map<String, JsonValue> settings =
        Map.of(
            "backend", new JsonString("memory"),
            "plugins.chatty.enabled", new JsonBoolean(true));
    Map<Class<?>, String> providers = Map.of(TransportProvider.class, "ChattyTransport");
    try (Server server = with(providers, () -> Server.start(new Config(settings)))) {
      assertThat(server.summary()).contains("chatty on 3 wires").hasLineCount(1);
    }
  }

  @Test
  void what_is_no_command_is_told_with_the_plugin_that_brings_it() {
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> refused("backend: memory", CommandProvider.class, "NoCommand"))
        .withMessageStartingWith("the plugin " + title("NoCommand") + " failed in commands(): ");
  }

  private static String title(String provider) {
    return BrokenProviders.class.getName() + "$" + provider;
  }

  private String refused(String settings, Class<?> kind, String provider) throws IOException {
    return said(settings, kind, provider, "verify-audit");
  }

  private String started(String settings, Class<?> kind, String provider) throws IOException {
    return said(settings, kind, provider);
  }

  private String said(String settings, Class<?> kind, String provider, String... words)
      throws IOException {
    return said(settings, Map.of(kind, provider), words);
  }

  /** The exit code, and what was said, with plugins on the class path. */
  private String said(String settings, Map<Class<?>, String> providers, String... words)
      throws IOException {
    Path config = Files.writeString(folder.resolve("config.yaml"), settings + "\n");
    StringWriter errors = new StringWriter();
    int exit =
        with(
            providers,
            () ->
                Membraned.commandLine(Map.of(), new PrintWriter(Writer.nullWriter()))
                    .setErr(new PrintWriter(errors))
                    .execute(
                        Stream.concat(Stream.of(words), Stream.of("--config=" + config))
                            .toArray(String[]::new)));
    return exit + ": " + errors.toString().replace(System.lineSeparator(), "\n");
  }

  /** Does something with plugins on the class path. */
  private <T> T with(Map<Class<?>, String> providers, Supplier<T> work) throws IOException {
    Path jar = Files.createTempDirectory(folder, "jar");
    Path services = Files.createDirectories(jar.resolve("META-INF/services"));
    for (Map.Entry<Class<?>, String> one : providers.entrySet()) {
      Files.writeString(services.resolve(one.getKey().getName()), title(one.getValue()) + "\n");
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader with = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
      thread.setContextClassLoader(with);
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
