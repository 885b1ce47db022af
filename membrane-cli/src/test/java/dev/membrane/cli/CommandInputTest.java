package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands read: arguments, files and lines, as they are or with a refusal. */
class CommandInputTest extends CommandScenes {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void half_a_surrogate_pair_is_refused_by_its_field(boolean isServed) throws IOException {
    serve(isServed);
    String why = "must not contain an unpaired surrogate";

    assertThat(shell.refusal("remember", "user", "is", "\"a\\ud800b\"", "--value-as-json"))
        .contains("OBJECT", why);
    String id = shell.json("remember", "user", "is", "😀").at("/record/id").asText();
    JsonNode kept = shell.json("show", id).path("record");
    assertThat(kept.at("/payload/object").asText()).isEqualTo("😀");
    Path file =
        Files.writeString(
            folder.resolve("new.json"),
            kept.toString().replace(id, "").replace("😀", "new \\udc00"));
    assertThat(shell.refusal("revise", "supersede", id, "--new-record", file.toString()))
        .contains("payload.object", why);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void numbers_stay_as_they_are_written(boolean isServed) {
    serve(isServed);
    String exact =
        "[-0,1E+05,1e400,1.00,1e-99999999999,12345678901234567890.123456789012345678900]";

    String kept = shell.run("remember", "kestrel", "weighs", exact, "--value-as-json");
    String id = shell.json("list").at("/records/0/id").asText();

    assertThat(kept).contains("\"object\":" + exact);
    assertThat(shell.run("show", id, "--json")).contains("\"object\":" + exact);
    assertThat(shell.run("recall", "kestrel", "--json")).contains("\"object\":" + exact);
    shell.typing(fact(1, exact));
    assertThat(shell.json("ingest", "-").path("ingested").asLong()).isEqualTo(1);
    assertThat(shell.run("list", "--json"))
        .containsPattern("\"subject\":\"s1\"[^{}]*\"object\":" + Pattern.quote(exact));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_member_that_is_given_twice_is_refused(boolean isServed) throws IOException {
    serve(isServed);
    String twice = "{\"a\":2,\"a\":3}";
    Path file = Files.writeString(folder.resolve("new.json"), twice);

    assertThat(shell.refusal("remember", "it", "is", twice, "--value-as-json"))
        .startsWith("invalid OBJECT JSON: duplicate member name");
    assertThat(shell.refusal("recall", "it", "--context", twice))
        .startsWith("invalid --context JSON: duplicate member name");
    assertThat(shell.refusal("revise", "fork", "some-id", "--new-record", file.toString()))
        .contains("duplicate member name");
    assertThat(shell.exitCode("revise", "fork", "some-id", "--new-record", file.toString()))
        .isEqualTo(1);
    shell.typing(fact(1, twice));
    assertThat(shell.failed("ingest", "-")).contains("line 1: ", "duplicate member name");
    assertThat(shell.json("stats").path("total_records").asLong()).isZero();
  }

  @Test
  void what_is_no_json_is_refused() {
    assertThat(shell.refusal("remember", "it", "is", "{", "--value-as-json"))
        .startsWith("invalid OBJECT JSON: ");
    assertThat(shell.refusal("how-to", "it", "--context", "{"))
        .startsWith("invalid --context JSON: ");
  }

  @Test
  void a_file_that_is_not_there_is_said_not_to_be() {
    assertThat(shell.refusal("ingest", "none.jsonl")).isEqualTo("none.jsonl: no such file");
  }

  @Test
  void a_bad_request_names_its_option_and_keeps_nothing() {
    serve(true);

    assertThat(shell.refusal("remember", "\u2060", "is", "it")).startsWith("SUBJECT is required");
    assertThat(shell.refusal("list", "--type", "dream")).startsWith("--type must be");
    assertThat(shell.json("stats").path("total_records").asLong()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lines_are_ingested_and_those_that_are_refused_are_named(boolean isServed) {
    serve(isServed);
    String turn =
        "{\"event\":{\"source\":\"me\",\"event_kind\":\"note\",\"ref\":\"r\",\"episode\":\"chat\"}}";
    shell.typing((turn + "\n").repeat(3) + "\n");
    assertThat(shell.json("ingest", "-").toString()).isEqualTo("{\"ingested\":3,\"refused\":0}");
    shell.typing(turn + "\n{\"event\":{\"source\":\"me\"}}\nno json\n" + turn);
    assertThat(shell.failed("ingest", "-"))
        .contains("line 2: ", "line 3: it is not JSON")
        .endsWith("{\"ingested\":2,\"refused\":2}");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_line_that_is_no_item_keeps_no_other_line_from_being_stored_once(boolean isServed)
      throws IOException {
    serve(isServed);
    List<String> lines = new ArrayList<>();
    for (int line = 1; line <= 1_003; line++) {
      lines.add(fact(line, "{\"exact\":-0}"));
    }
    lines.set(3, lines.get(3).replace("\"is\"", "7"));
    lines.set(700, lines.get(700).replace("predicate", "verb"));
    // Each is an item by itself, and has the whole request refused.
    lines.set(800, fact(801, "[".repeat(997) + "]".repeat(997)));
    lines.set(1_001, "\ufeff" + lines.get(1_001));
    Path file = Files.write(folder.resolve("items.ndjson"), lines);

    assertThat(shell.failed("ingest", file.toString()))
        .contains("line 4: observation.predicate must be a string")
        .contains("line 701: unknown member: observation.verb")
        .contains("line 801: ", "line 1002: ")
        .endsWith("{\"ingested\":999,\"refused\":4}");
    assertThat(shell.json("stats").path("total_records").asLong()).isEqualTo(999);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_record_as_deep_as_is_allowed_is_told_like_any_other(boolean isServed) throws IOException {
    serve(isServed);
    String deepest = "[".repeat(200) + "]".repeat(200);
    Path file = Files.write(folder.resolve("deep.ndjson"), List.of(fact(1, deepest), fact(2, "2")));

    assertThat(shell.json("ingest", file.toString()).toString())
        .isEqualTo("{\"ingested\":2,\"refused\":0}");
    JsonNode kept = shell.json("remember", "user", "is", deepest, "--value-as-json");
    assertThat(kept.at("/record/payload/object").toString()).isEqualTo(deepest);
    String id = kept.at("/record/id").asText();
    assertThat(shell.json("list").path("records")).hasSize(3);
    assertThat(shell.json("recall", "what is the user?").path("records")).isNotEmpty();
    assertThat(shell.json("show", id).at("/record/payload/object").toString()).isEqualTo(deepest);
    assertThat(shell.json("history", id).path("versions")).hasSize(1);
    assertThat(shell.run("forget", id)).isEqualTo("{}");
  }

  @Test
  void a_line_that_cannot_be_read_is_named_and_the_others_are_stored() throws IOException {
    Path file = folder.resolve("items.ndjson");
    Files.writeString(file, fact(1, "1") + "\n");
    Files.write(file, new byte[] {'"', (byte) 0xff, '"', '\n'}, StandardOpenOption.APPEND);
    Files.writeString(file, fact(3, "3") + "\n{oops}", StandardOpenOption.APPEND);

    assertThat(shell.failed("ingest", file.toString()))
        .contains("line 2: the line is not in UTF-8")
        .containsPattern("line 4: .* at column 2\\R")
        .doesNotContain("at line 1")
        .endsWith("{\"ingested\":2,\"refused\":2}");
  }
}
