package dev.membrane.server.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.Permission;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrincipalsTest {

  private static final String PERMISSIONS = "ingest, retrieve, revise, admin";

  private final List<Map<String, String>> entries = new ArrayList<>();

  @Test
  void an_entry_says_who_may_do_and_see_what() {
    add("agent.1@host-2", "k1").put("scopes", "[\"acme\", \"globex\", \"acme\"]");
    add("Bob", "k2").put("scopes", "[]");
    add("operator", "k3").put("permissions", "[\"revise\", \"admin\", \"admin\"]");
    entries.get(2).put("max_sensitivity", "\"hyper\"");

    assertThat(read())
        .extracting(Principal::caller)
        .containsExactly(
            caller("agent.1@host-2", Sensitivity.LOW, Set.of("acme", "globex"), Permission.INGEST),
            caller("Bob", Sensitivity.LOW, Set.of(), Permission.INGEST),
            caller("operator", Sensitivity.HYPER, null, Permission.REVISE, Permission.ADMIN));
  }

  @Test
  void a_quota_is_a_whole_number_of_records_and_of_bytes() {
    add("agent", "k1").put("max_records", "\"20\"");
    entries.get(0).put("max_bytes", "\"9000000000\"");
    add("Bob", "k2").put("max_bytes", "\"1\"");
    assertThat(read())
        .extracting(principal -> principal.caller().quota())
        .containsExactly(new Quota(20, 9_000_000_000L), new Quota(Long.MAX_VALUE, 1));

    entries.get(0).put("max_records", "\"0\"");
    entries.get(1).put("max_bytes", "\"1 GB\"");
    assertThat(faults())
        .hasSize(2)
        .anyMatch(fault -> fault.startsWith("principals[0].max_records: must be from 1 to "))
        .anyMatch(fault -> fault.startsWith("principals[1].max_bytes: "));
  }

  @Test
  void a_digest_is_the_same_in_either_case() {
    add("agent", "key")
        .put("api_key_sha256", quoted(KeyText.digest("key").toUpperCase(Locale.ROOT)));

    assertThat(read().get(0).key().matches(ApiKey.of("key"))).isTrue();
    assertThat(read().get(0).key().matches(ApiKey.of("kez"))).isFalse();
  }

  @Test
  void no_list_is_no_principal() {
    Config config = new Config(Map.of());
    assertThat(Principals.from(config, null)).isEmpty();
    assertThat(config.faults()).isEmpty();
  }

  @Test
  void a_list_has_to_hold_a_principal() {
    String empty = "principals: must hold at least one principal, or be left out";
    assertThat(faults()).containsExactly(empty);
    assertThat(faultsOf(new JsonString(""))).containsExactly(empty);
    assertThat(faultsOf(new JsonString("agent"))).contains("principals: must be a list");
    assertThat(faultsOf(KeyText.json("{}"))).contains("principals: must be a list");
  }

  @Test
  void an_empty_variable_does_not_take_the_list_of_the_file_away() {
    add("agent", "k1");
    Map<String, JsonValue> file = Map.of("principals", list());
    Config config = new Config(Map.of(), Map.of("MEMBRANE_PRINCIPALS", ""), file);
    var unused = Principals.from(config, null);
    assertThat(config.faults())
        .containsExactly("principals: must hold at least one principal, or be left out");
  }

  @Test
  void an_item_that_is_no_map_is_a_fault() {
    assertThat(faultsOf(new JsonArray(List.of(new JsonString("agent")))))
        .containsExactly("principals[0]: must be a map, as in `- name: agent`");
  }

  @Test
  void what_has_no_default_must_be_set() {
    entries.add(Map.of());
    entries.add(Map.of("name", "\"\"", "permissions", "[]"));
    String one = "permissions: must name at least one of: " + PERMISSIONS;
    assertThat(faults())
        .containsExactly(
            "principals[0].api_key_sha256: must be set",
            "principals[0].max_sensitivity: must be set",
            "principals[0].name: must be set",
            "principals[0]." + one,
            "principals[1].api_key_sha256: must be set",
            "principals[1].max_sensitivity: must be set",
            "principals[1].name: must be set",
            "principals[1]." + one);
  }

  @Test
  void a_mistyped_member_is_told_the_nearest() {
    add("agent", "k").put("scope", "[\"acme\"]");
    entries.get(0).put("colour", "\"red\"");
    assertThat(faults())
        .containsExactly(
            "principals[0].colour: unknown key",
            "principals[0].scope: unknown key, did you mean scopes?");
  }

  @Test
  void a_name_has_to_be_plain() {
    String[] bad = {"consolidation/semantic", "-a", " a", "a b", "ä", "a".repeat(101), "a\\n"};
    for (String name : bad) {
      entries.clear();
      add(name, "k");
      assertThat(faults())
          .as(name)
          .containsExactly(
              "principals[0].name: must be up to 100 letters, digits, '.', '_', '@' or '-', the"
                  + " first a letter or digit");
    }
    entries.clear();
    add("a".repeat(100), "k");
    assertThat(faults()).isEmpty();
  }

  @Test
  void nobody_is_no_principal() {
    add("anonymous", "k");
    assertThat(faults())
        .containsExactly(
            "principals[0].name: must not be anonymous, which names callers without a key");
  }

  @Test
  void the_holder_of_the_api_key_is_no_principal() {
    add("api_key", "k");
    assertThat(faults())
        .containsExactly(
            "principals[0].name: must not be api_key, which is the name of the holder of api_key");
  }

  @Test
  void a_name_stands_for_one_principal() {
    add("agent", "k1");
    add("other", "k2");
    add("agent", "k3");
    assertThat(faults()).containsExactly("principals[2].name: is also the name of principals[0]");
  }

  @Test
  void a_key_stands_for_one_principal() {
    add("a", "k1");
    add("b", "k1").put("api_key_sha256", quoted(KeyText.digest("k1").toUpperCase(Locale.ROOT)));
    assertThat(faults())
        .containsExactly("principals[1].api_key_sha256: is also the key of principals[0]");
  }

  @Test
  void a_principal_has_not_the_key_of_every_right() {
    add("a", "k1");
    Config config = config(list());
    assertThat(Principals.from(config, ApiKey.of("k1"))).isEmpty();
    assertThat(config.faults())
        .containsExactly("principals[0].api_key_sha256: is also the key of api_key");
  }

  @Test
  void a_digest_has_64_hexadecimal_digits_and_is_not_repeated() {
    String digest = KeyText.digest("k");
    for (String bad :
        List.of("correct-horse", digest.substring(1), digest + "0", "g" + digest.substring(1))) {
      entries.clear();
      add("a", "k").put("api_key_sha256", quoted(bad));
      assertThat(faults())
          .containsExactly("principals[0].api_key_sha256: must be 64 hexadecimal digits");
    }
  }

  @Test
  void the_digest_of_nothing_is_a_fault() {
    add("a", "");
    assertThat(faults())
        .containsExactly("principals[0].api_key_sha256: is the digest of an empty key");
  }

  @Test
  void a_sensitivity_has_to_be_known() {
    add("a", "k1");
    add("b", "k2").put("max_sensitivity", "\"secret\"");
    add("c", "k3").put("max_sensitivity", "[\"low\"]");
    assertThat(faults())
        .containsExactly(
            "principals[1].max_sensitivity: must be one of: public, low, medium, high, hyper",
            "principals[2].max_sensitivity: must be a single value");
  }

  @Test
  void a_permission_has_to_be_known() {
    add("a", "k1").put("permissions", "[\"ingest\", \"write\", {}]");
    add("b", "k2").put("permissions", "\"ingest\"");
    assertThat(faults())
        .containsExactly(
            "principals[0].permissions[1]: must be one of: " + PERMISSIONS,
            "principals[0].permissions[2]: must be text that is not blank",
            "principals[1].permissions: must be a list");
  }

  @Test
  void scopes_that_were_begun_and_not_written_do_not_mean_all() {
    add("a", "k1").put("scopes", "\"\"");
    add("b", "k2").put("scopes", "\"acme\"");
    add("c", "k3").put("scopes", "[\"acme\", \"\"]");
    assertThat(faults())
        .containsExactly(
            "principals[0].scopes: must be a list, or left out for all scopes",
            "principals[1].scopes: must be a list",
            "principals[2].scopes[1]: must be text that is not blank");
  }

  @Test
  void nothing_prints_a_key() {
    add("a", "k1");
    assertThat(read().toString()).doesNotContain(KeyText.digest("k1"));
    assertThat(config(list()).toString()).doesNotContain(KeyText.digest("k1"));
  }

  private static Caller caller(
      String name, Sensitivity ceiling, Set<String> scopes, Permission... permissions) {
    Caller caller = Caller.named(name).upTo(ceiling).permitted(Set.of(permissions));
    return scopes == null ? caller : caller.in(scopes);
  }

  /** An entry without faults, as JSON texts by member. */
  private Map<String, String> add(String name, String key) {
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("name", quoted(name));
    entry.put("api_key_sha256", quoted(KeyText.digest(key)));
    entry.put("max_sensitivity", quoted("low"));
    entry.put("permissions", "[\"ingest\"]");
    entries.add(entry);
    return entry;
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private JsonValue list() {
    List<String> items = new ArrayList<>();
    for (Map<String, String> entry : entries) {
      List<String> members = new ArrayList<>();
      entry.forEach((member, json) -> members.add(quoted(member) + ":" + json));
      items.add("{" + String.join(",", members) + "}");
    }
    return KeyText.json("[" + String.join(",", items) + "]");
  }

  private static Config config(JsonValue principals) {
    return new Config(Map.of("principals", principals));
  }

  private List<Principal> read() {
    Config config = config(list());
    List<Principal> principals = Principals.from(config, null);
    assertThat(config.faults()).isEmpty();
    return principals;
  }

  private List<String> faults() {
    return faultsOf(list());
  }

  private static List<String> faultsOf(JsonValue principals) {
    Config config = config(principals);
    var unused = Principals.from(config, null);
    return config.faults();
  }
}
