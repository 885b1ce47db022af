package dev.membrane.schema.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Samples;
import dev.membrane.schema.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the documents that define the schema, read from those documents. */
class SeedExamplesTest {

  private static final ObjectMapper TREES = new ObjectMapper();
  private static final RecordCodec CODEC = new RecordCodec();
  private static final String SCHEMAS = "001_";
  private static final String NOT_CHECKED =
      "THE SEED EXAMPLES WERE NOT CHECKED: set -Dmembrane.seeds to the folder that holds them";

  private static Path folder;

  @BeforeAll
  static void findSeeds() {
    String property = System.getProperty("membrane.seeds", "");
    if (property.isBlank()) {
      System.err.println(NOT_CHECKED);
    }
    assumeFalse(property.isBlank(), NOT_CHECKED);
    folder = Path.of(property);
  }

  @ParameterizedTest
  @CsvSource({"000_, 5", "001_, 5", "002_, 0", "003_, 5", "004_, 0"})
  void every_example_is_found(String file, int examples) {
    assertThat(examples(file)).hasSize(examples);
  }

  @ParameterizedTest
  @ValueSource(strings = {"000_", "003_"})
  void every_payload_reads_back_as_printed(String file) {
    List<String> kinds = new ArrayList<>();
    for (JsonNode payload : examples(file)) {
      kinds.add(payload.get("kind").asText());
      ObjectNode record = minimalRecord();
      record.set("type", payload.get("kind"));
      record.set("payload", payload);
      readsBackAsPrinted(record);
    }
    assertThat(kinds)
        .containsExactlyInAnyOrder("episodic", "working", "semantic", "competence", "plan_graph");
  }

  @Test
  void the_record_with_its_parts_filled_in_reads_back_as_printed() {
    List<JsonNode> examples = examples(SCHEMAS);
    ObjectNode record = (ObjectNode) examples.get(0);
    record.set("lifecycle", examples.get(1));
    record.set("provenance", examples.get(2));
    record.set("relations", TREES.createArrayNode().add(examples.get(3)));
    record.set("payload", semanticPayload());
    record.set("audit_log", TREES.createArrayNode().add(examples.get(4)));

    MemoryRecord read = readsBackAsPrinted(record);

    assertThat(read.lifecycle().decay().maxAgeSeconds()).isEqualTo(2_592_000);
    assertThat(read.provenance().createdBy()).isEqualTo("ingestion-classifier-v1");
    assertThat(read.relations()).hasSize(1);
    assertThat(read.auditLog()).hasSize(1);
  }

  private static MemoryRecord readsBackAsPrinted(ObjectNode printed) {
    MemoryRecord record = CODEC.decode(printed.toString());
    Validation.check(record);
    assertThat(withoutEmpties(tree(CODEC.encode(record)))).isEqualTo(withoutEmpties(printed));
    return record;
  }

  private static ObjectNode minimalRecord() {
    return (ObjectNode) tree(CODEC.encode(Samples.record(Samples.fact())));
  }

  private static JsonNode semanticPayload() {
    return examples("000_").stream()
        .filter(payload -> payload.get("kind").asText().equals("semantic"))
        .findFirst()
        .orElseThrow();
  }

  /** Every JSON object that begins at the start of a line; what does not parse is no JSON. */
  private static List<JsonNode> examples(String file) {
    String text = read(file).replaceAll("/\\*.*?\\*/", "");
    List<JsonNode> found = new ArrayList<>();
    int from = 0;
    while ((from = lineWithBrace(text, from)) >= 0) {
      int end = endOfBraces(text, from);
      JsonNode example = end < 0 ? null : treeOrNull(text.substring(from, end));
      if (example == null) {
        from++;
      } else {
        found.add(example);
        from = end;
      }
    }
    return found;
  }

  private static int lineWithBrace(String text, int from) {
    if (from == 0 && text.startsWith("{")) {
      return 0;
    }
    int newline = text.indexOf("\n{", Math.max(0, from - 1));
    return newline < 0 ? -1 : newline + 1;
  }

  private static int endOfBraces(String text, int start) {
    int open = 0;
    boolean quoted = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == '{') {
        open++;
      } else if (!quoted && c == '}' && --open == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static String read(String prefix) {
    try (Stream<Path> files = Files.list(folder)) {
      Path file =
          files
              .filter(path -> path.getFileName().toString().startsWith(prefix))
              .findFirst()
              .orElseThrow();
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode withoutEmpties(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Iterator<JsonNode> members = object.elements(); members.hasNext(); ) {
        JsonNode member = withoutEmpties(members.next());
        if (member.isNull() || (member.isContainerNode() && member.isEmpty())) {
          members.remove();
        }
      }
    } else if (node instanceof ArrayNode array) {
      array.forEach(SeedExamplesTest::withoutEmpties);
    }
    return node;
  }

  private static JsonNode tree(String text) {
    JsonNode tree = treeOrNull(text);
    assertThat(tree).as("JSON: %s", text).isNotNull();
    return tree;
  }

  private static JsonNode treeOrNull(String text) {
    try {
      return TREES.readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
