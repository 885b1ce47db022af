package dev.membrane.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {

  private static Config of(Object... keysAndValues) {
    return new Config(map(keysAndValues));
  }

  private static Map<String, JsonValue> map(Object... keysAndValues) {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], JsonValue.of(keysAndValues[i + 1]));
    }
    return values;
  }

  @Test
  void a_flag_wins_over_the_environment_and_that_over_the_file() {
    Map<String, String> environment = Map.of("MEMBRANE_A", "env", "MEMBRANE_B", "env");
    Config config =
        new Config(map("a", "flag"), environment, map("a", "file", "b", "file", "c", "file"));
    assertThat(List.of(config.text("a", ""), config.text("b", ""), config.text("c", "")))
        .containsExactly("flag", "env", "file");
    assertThat(config.faults()).isEmpty();
  }

  @Test
  void an_empty_variable_leaves_what_the_file_says() {
    Map<String, String> environment =
        Map.of("MEMBRANE_A", "", "MEMBRANED_B", "", "MEMBRANE_C", "", "MEMBRANED_C", "other");
    Config config = new Config(Map.of(), environment, map("a", "file", "b", "file", "c", "file"));
    assertThat(List.of(config.text("a", ""), config.text("b", ""), config.text("c", "")))
        .containsExactly("file", "file", "other");
    assertThat(config.has("a")).isTrue();
    assertThat(config.isEmpty("a")).isTrue();
    assertThat(config.isEmpty("b")).isTrue();
    assertThat(config.isEmpty("d")).isFalse();
  }

  @Test
  void what_has_another_value_than_before_is_told_by_its_key() {
    Config before = of("a", "same", "b", "old", "c", "gone", "unread", "old", "plugins.p.d", "old");
    Config now = of("a", "same", "b", "new", "e", "come", "unread", "new", "plugins.p.d", "new");
    for (Config config : List.of(before, now)) {
      List.of("a", "b", "c", "e").forEach(key -> config.text(key, "usual"));
      config.plugin("p").text("d", "usual");
    }
    assertThat(now.changedSince(before)).containsExactly("b", "c", "e", "plugins.p.d");
    assertThat(now.changedSince(now)).isEmpty();
  }

  @Test
  void a_map_is_no_list() {
    Config config = of("list.name", "a", "list.colour", "red", "lists", List.of("b"));
    assertThat(config.list("list")).isEmpty();
    assertThat(config.list("lists")).hasSize(1);
    assertThat(config.faults()).containsExactly("list: must be a list");
  }

  @Test
  void what_is_not_set_or_empty_has_its_default() {
    Config config = of("empty", "");
    assertThat(config.text("empty", "x")).isEqualTo("x");
    assertThat(config.has("empty")).isFalse();
    assertThat(config.integer("absent", 7, 0, 9)).isEqualTo(7);
    assertThat(config.text("absent")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "7d,604800000",
    "1h,3600000",
    "30m,1800000",
    "90s,90000",
    "200ms,200",
    "36500d,3153600000000"
  })
  void durations_have_units(String text, long millis) {
    assertThat(of("d", text).duration("d", Duration.ZERO)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1", "-1h", "1.5h", "h", "1w", " 1h"})
  void a_bad_duration_is_a_fault(String text) {
    Config config = of("decay_interval", text);
    assertThat(config.duration("decay_interval", Duration.ofHours(1)))
        .isEqualTo(Duration.ofHours(1));
    assertThat(config.faults()).singleElement().asString().startsWith("decay_interval: must be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0s", "36501d", "876001h", "3153600000001ms", "110000d", "99999999999999d"})
  void a_duration_is_at_most_a_hundred_years(String text) {
    Config config = of("idle_exit", text);
    assertThat(config.duration("idle_exit", Duration.ZERO, Map.of("forever", Duration.ofDays(1))))
        .isZero();
    assertThat(config.duration("idle_exit", Duration.ZERO)).isZero();
    assertThat(config.faults())
        .containsExactly(
            "idle_exit: must be from 1ms to 36500d",
            "idle_exit: must be from 1ms to 36500d, or forever");
  }

  @Test
  void every_fault_is_reported_at_once_with_its_key() {
    Config config = of("i", 11, "n", "x", "f", "yes", "nan", "NaN", "list", List.of(1));
    config.integer("i", 0, 0, 10);
    config.number("n", 0, 0, 1);
    config.flag("f", false);
    config.number("nan", 0, 0, 1);
    config.text("list");
    assertThat(config.faults())
        .containsExactly(
            "f: must be true or false",
            "i: must be from 0 to 10",
            "list: must be a single value",
            "n: must be a number",
            "nan: must be from 0.0 to 1.0");
  }

  @Test
  void an_unknown_key_is_a_fault_that_names_the_nearest_known_one() {
    Config config = of("decay_intervall", "1h", "zzz", 1);
    config.duration("decay_interval", Duration.ofHours(1));
    assertThat(config.faults())
        .containsExactly(
            "decay_intervall: unknown key, did you mean decay_interval?", "zzz: unknown key");
  }

  @Test
  void a_plugin_reads_the_keys_below_its_name_only() {
    Config config =
        new Config(
            Map.of(),
            Map.of("MEMBRANE_PLUGINS_ACME_TOKEN", "t"),
            map("plugins.acme.url", "u", "plugins.other.url", "v"));
    Config acme = config.plugin("acme");
    assertThat(acme.text("url")).isEqualTo("u");
    assertThat(acme.text("token")).isEqualTo("t");
    assertThat(config.faults()).singleElement().asString().startsWith("plugins.other.url: unknown");
  }

  @Test
  void a_variable_that_names_no_key_is_told_with_the_nearest_that_does() {
    Map<String, String> environment = Map.of("MEMBRANE_API_KY", "x", "OTHER", "y");
    Config config = new Config(Map.of(), environment, Map.of());
    config.text("api_key");
    assertThat(config.faults()).isEmpty();
    assertThat(config.unknownVariables(Set.of()))
        .containsExactly("MEMBRANE_API_KY, did you mean MEMBRANE_API_KEY?");
  }

  @ParameterizedTest
  @CsvSource({
    "MEMBRANED_BAR, ''",
    "MEMBRANE_PORT, ''",
    "MEMBRANE_CACHES, CACHE",
    "MEMBRANE_CAHCE, CACHE",
    "MEMBRANE_DBPATH, DB_PATH",
    "MEMBRANE_LOG_FORMTA, LOG_FORMAT"
  })
  void only_a_near_name_is_proposed_whatever_prefix_all_have(String variable, String near) {
    Config config = new Config(Map.of(), Map.of(variable, "x"), Map.of());
    config.text("db_path");
    String hint = near.isEmpty() ? "" : ", did you mean MEMBRANE_" + near + "?";
    assertThat(config.unknownVariables(Set.of("MEMBRANE_CACHE", "MEMBRANE_LOG_FORMAT")))
        .containsExactly(variable + hint);
  }

  @Test
  void a_variable_may_begin_with_membraned_and_the_shorter_name_has_precedence() {
    Map<String, String> environment =
        Map.of(
            "MEMBRANED_API_KEY", "other",
            "MEMBRANE_API_KEY", "first",
            "MEMBRANED_DB_PATH", "a.db",
            "MEMBRANED_LOG_FORMT", "json",
            "MEMBRANED_CACHE", "");
    Config config = new Config(Map.of(), environment, Map.of());
    assertThat(config.text("api_key")).isEqualTo("first");
    assertThat(config.text("db_path")).isEqualTo("a.db");
    assertThat(config.unknownVariables(Set.of("MEMBRANE_LOG_FORMAT", "MEMBRANE_CACHE")))
        .containsExactly("MEMBRANED_LOG_FORMT, did you mean MEMBRANE_LOG_FORMAT?");
    assertThat(Config.variable(environment, "MEMBRANE_LOG_FORMT")).contains("json");
    assertThat(Config.variable(environment, "MEMBRANE_CACHE")).isEmpty();
  }

  @Test
  void values_are_not_printed() {
    assertThat(of("api_key", "secret")).asString().contains("api_key").doesNotContain("secret");
  }
}
