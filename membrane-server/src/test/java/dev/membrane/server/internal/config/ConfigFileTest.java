package dev.membrane.server.internal.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.access.KeyText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {

  @TempDir Path folder;

  private Map<String, JsonValue> read(String text) throws IOException {
    return ConfigFile.read(Files.writeString(folder.resolve("config.yaml"), text));
  }

  @Test
  void scalars_stay_the_text_that_was_written() throws IOException {
    assertThat(read("a: 0123\nb: 1h\nc: true\nd: \"1.50\"\ne:\n"))
        .containsEntry("a", new JsonString("0123"))
        .containsEntry("b", new JsonString("1h"))
        .containsEntry("c", new JsonString("true"))
        .containsEntry("d", new JsonString("1.50"))
        .containsEntry("e", new JsonString(""));
  }

  @Test
  void maps_become_dotted_keys_and_lists_stay_lists() throws IOException {
    Map<String, JsonValue> values =
        read("plugins:\n  acme:\n    url: u\nprincipals:\n  - name: n\n    scopes: [a, b]\n");
    assertThat(values).containsEntry("plugins.acme.url", new JsonString("u"));
    assertThat(values.get("principals"))
        .isEqualTo(JsonValue.of(List.of(Map.of("name", "n", "scopes", List.of("a", "b")))));
    assertThat(((JsonArray) values.get("principals")).items().get(0))
        .isInstanceOf(JsonObject.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing but a comment\n", "---\n"})
  void an_empty_file_sets_nothing(String text) throws IOException {
    assertThat(read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: [", "a: 1\na: 2\n", "just words", "- a\n- b\n", "a: 1\n---\nb: 2\n"})
  void what_is_no_map_of_keys_is_refused_in_one_line(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(StartException.class)
        .message()
        .contains("config.yaml: ")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 1|b: [|not valid YAML in line 2: look for",
        "a: 1|b: 'x|not valid YAML in line 2: look for",
        "a: 1|>b: 2|config.yaml: not valid YAML in line ",
        "a: {b: 1,|b: 2}|b is given twice in line 2",
        "a: {b: {c: 1,|c: 2}}|a.b.c is given twice in line 2",
        "a: 1|a: 2|a is given twice in line 2",
        "a: &k x|b: *k|b is an alias in line 2: write the value itself there",
        "a: &k x|b: [{c: 1}, {c: *k}]|b[1].c is an alias in line 2",
        "a: &k {b: 1}|c: {<<: *k}|c.<< is a merge in line 2: write the value itself there",
        "a: &k {b: 1}|<<: *k|config.yaml: << is a merge in line 2"
      })
  void a_fault_is_told_in_plain_words_with_its_place(String first, String second, String text) {
    assertThatThrownBy(() -> read(first + "\n" + second.replace(">", "\t") + "\n"))
        .isInstanceOf(StartException.class)
        .message()
        .contains("config.yaml")
        .contains(text)
        .hasLineCount(1);
  }

  @Test
  void a_key_with_dots_is_the_same_as_that_of_a_map() {
    assertThatThrownBy(
            () -> read("plugins.http.enabled: false\nplugins: {http: {enabled: true}}\n"))
        .isInstanceOf(StartException.class)
        .hasMessageEndingWith("config.yaml: plugins.http.enabled is given twice");
  }

  @Test
  void an_empty_map_is_a_value_but_of_a_plugin_without_settings() throws IOException {
    assertThat(read("db_path: {}\nplugins: {http: {}, acme: {url: {}}}\n"))
        .isEqualTo(Map.of("db_path", KeyText.json("{}"), "plugins.acme.url", KeyText.json("{}")));
    assertThat(read("plugins: {}\n")).isEmpty();
  }

  @Test
  @Timeout(60)
  void a_pipe_or_a_device_is_not_read() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Path path : List.of(pipe, Path.of("/dev/zero"))) {
      assertThatThrownBy(() -> ConfigFile.read(path))
          .isInstanceOf(StartException.class)
          .hasMessage(path + ": is a pipe or a device; a file is needed");
    }
  }

  @Test
  void what_is_not_in_utf_8_is_refused() throws IOException {
    Path file = folder.resolve("config.yaml");
    Files.write(file, "db_path: müll.db\n".getBytes(ISO_8859_1));
    assertThatThrownBy(() -> ConfigFile.read(file))
        .isInstanceOf(StartException.class)
        .hasMessage(file + ": cannot be read: it is not in UTF-8");
  }

  /** Told of the failure alone: nothing is hidden from root, as whom tests may run. */
  @Test
  void a_file_that_may_not_be_read_is_refused() {
    Path file = folder.resolve("config.yaml");
    assertThat(ConfigFile.reason(file, new AccessDeniedException(file.toString())))
        .isEqualTo("cannot be read: access denied");
  }

  @Test
  void an_anchor_that_nobody_refers_to_changes_nothing() throws IOException {
    assertThat(read("a: &k '*k'\n")).containsEntry("a", new JsonString("*k"));
  }

  @Test
  void a_missing_file_is_refused_by_name() {
    assertThatThrownBy(() -> ConfigFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(StartException.class)
        .hasMessageEndingWith("none.yaml: no such file");
  }
}
