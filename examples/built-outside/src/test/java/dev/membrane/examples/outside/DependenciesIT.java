package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What our modules bring to a project that knows nothing of this one. */
class DependenciesIT {

  private static final Pattern VERSION = Pattern.compile("-\\d[^/]*\\.jar$");
  private static final List<String> SCHEMA =
      List.of(
          "jackson-annotations", "jackson-core", "jackson-databind", "jspecify", "membrane-schema");
  private static final List<String> ENGINE =
      List.of(
          "java-uuid-generator",
          "lucene-analysis-common",
          "lucene-core",
          "membrane-core",
          "slf4j-api");
  private static final List<String> SQLITE =
      List.of("caffeine", "membrane-store-jdbc", "membrane-store-sqlite", "sqlite-jdbc");

  @TempDir static Path folder;
  private static Outside consumers;

  @BeforeAll
  static void resolve() throws Exception {
    consumers = new Outside(folder, "built-outside/consumers");
    consumers.build("validate", "-Dmembrane.version=" + Outside.version());
  }

  @Test
  void with_the_bom_a_project_gets_the_versions_that_were_tested() throws Exception {
    List<String> tested =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(DependenciesIT::fileName)
            .toList();
    assertThat(jars("all")).hasSizeGreaterThan(40).isSubsetOf(tested);
  }

  @Test
  void the_engine_brings_no_more_than_it_needs_to_run_in_a_program() throws Exception {
    assertThat(artifacts("core"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(SCHEMA, ENGINE).flatMap(List::stream).toList());
  }

  @Test
  void the_sqlite_store_adds_its_driver_and_what_its_sql_and_its_cache_need() throws Exception {
    assertThat(artifacts("store-sqlite"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(SCHEMA, ENGINE, SQLITE).flatMap(List::stream).toList());
  }

  @Test
  void the_client_brings_what_its_readme_lists_and_no_engine() throws Exception {
    assertThat(artifacts("client"))
        .containsExactlyInAnyOrderElementsOf(listed("membrane-client"))
        .doesNotContain("lucene-core", "guice", "membrane-server");
  }

  @Test
  void the_parts_that_adapters_share_bring_what_their_readmes_list_and_no_engine()
      throws Exception {
    assertThat(artifacts("chat"))
        .containsExactlyInAnyOrderElementsOf(listed("membrane-chat"))
        .doesNotContain("lucene-core", "grpc-api");
    assertThat(artifacts("tools"))
        .containsExactlyInAnyOrderElementsOf(listed("membrane-tools"))
        .doesNotContain("lucene-core", "grpc-api");
  }

  @Test
  void the_adapter_for_langchain4j_brings_what_its_readme_lists_and_no_engine() throws Exception {
    assertThat(artifacts("langchain4j"))
        .containsExactlyInAnyOrderElementsOf(listed("membrane-langchain4j"))
        .doesNotContain("lucene-core", "grpc-api", "membrane-client", "membrane-server");
  }

  @Test
  void the_adapters_of_spring_bring_what_their_readmes_list() throws Exception {
    assertThat(artifacts("spring-ai"))
        .containsExactlyInAnyOrderElementsOf(listed("membrane-spring-ai"))
        .doesNotContain("lucene-core", "membrane-client", "spring-boot");
    assertThat(artifacts("spring-boot-starter"))
        .containsExactlyInAnyOrderElementsOf(listed("membrane-spring-boot-starter"))
        .doesNotContain("guice", "membrane-server", "spring-ai-model", "micrometer-core");
  }

  @Test
  void the_java_of_readmes_compiles_with_what_the_modules_bring() throws Exception {
    compile("client", List.of("dev.membrane.client"), "String key", "");
    compile(
        "langchain4j",
        List.of(
            "dev.langchain4j.invocation",
            "dev.langchain4j.memory.chat",
            "dev.langchain4j.model.chat",
            "dev.langchain4j.service",
            "dev.membrane.langchain4j",
            "dev.membrane.schema",
            "java.util"),
        "Membrane memory, ChatModel model, Caller caller, InvocationParameters parameters,"
            + " List<String> usedRecordIds",
        "interface Assistant { String chat(@UserMessage String text, InvocationParameters parameters); }");
    compile(
        "spring-ai",
        List.of(
            "dev.membrane.spring.ai",
            "org.springframework.ai.chat.client",
            "org.springframework.ai.chat.client.advisor",
            "org.springframework.ai.chat.memory",
            "org.springframework.ai.chat.model"),
        "Membrane membrane, ChatModel model",
        "");
    compile("spring-boot-starter", List.of("org.springframework.stereotype"), "", "");
  }

  private static void compile(String consumer, List<String> packages, String given, String types)
      throws IOException {
    String jars = Files.readString(consumers.file(consumer + "/target/jars.txt")).strip();
    new ReadmeJava("membrane-" + consumer)
        .compile(
            jars.replace('|', File.pathSeparatorChar),
            folder,
            Stream.concat(Stream.of("dev.membrane"), packages.stream()).toList(),
            given,
            types);
  }

  /** The jars that the README of a module names in its last block. */
  private static List<String> listed(String module) throws IOException {
    String readme = Files.readString(Outside.root().resolve(module).resolve("README.md"));
    int end = readme.lastIndexOf("```");
    int start = readme.lastIndexOf("```", end - 1) + "```".length();
    return List.of(readme.substring(start, end).strip().split("\\s+"));
  }

  private static List<String> artifacts(String consumer) throws IOException {
    return jars(consumer).stream().map(name -> VERSION.matcher(name).replaceAll("")).toList();
  }

  private static List<String> jars(String consumer) throws IOException {
    String paths = Files.readString(consumers.file(consumer + "/target/jars.txt"));
    return Arrays.stream(paths.strip().split("\\|")).map(DependenciesIT::fileName).toList();
  }

  private static String fileName(String path) {
    return Path.of(path).getFileName().toString();
  }
}
