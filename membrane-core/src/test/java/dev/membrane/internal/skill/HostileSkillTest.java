package dev.membrane.internal.skill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.internal.episode.FailedRun;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.episode.SourceRun;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Document;
import org.commonmark.node.Heading;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;

/** Whatever stands in a record, its skill is a file of the format, and the text is only text. */
class HostileSkillTest {

  private static final Instant NOW = Instant.parse("2026-11-20T08:00:00Z");
  private static final int TRIALS = 3_000;
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Parser MARKDOWN = Parser.builder().build();

  private static final List<String> HEADINGS =
      List.of("When to use", "Conditions", "Steps", "Options", "Failure modes");

  private static final List<Class<?>> NODES =
      List.of(
          Document.class,
          Heading.class,
          Paragraph.class,
          Text.class,
          Code.class,
          StrongEmphasis.class,
          BulletList.class,
          OrderedList.class,
          ListItem.class);

  private static final List<String> PIECES =
      List.of(
          "---",
          "\n---\n",
          "\n...\n",
          "\n",
          "\r\n",
          "\r",
          "\t",
          " ",
          "  ",
          "    ",
          "\u2028",
          "\u2029",
          "\u0085",
          "\u000b",
          "\u0007",
          "\u001b[2J",
          "\u202e",
          "\u2066",
          "\ufeff",
          "\u200b",
          "\udb40\udc41",
          "\"",
          "\\",
          "\\\"",
          "'",
          "`",
          "``",
          "```\n",
          "~~~\n",
          "#",
          "# ",
          "\n## Steps\n",
          "\n# ",
          "*",
          "**",
          "_",
          "__a__",
          "- ",
          "\n- ",
          "+ ",
          "1. ",
          "\n1. ",
          "2) ",
          "> ",
          "\n> ",
          "|",
          "| a | b |\n|---|---|\n",
          "<script>",
          "</a>",
          "<!-- ",
          "-->",
          "<b>",
          "&lt;",
          "&#x41;",
          "&amp",
          "[a](http://x)",
          "![a](x)",
          "[a]: http://x\n",
          "<http://x.org>",
          "http://x.org",
          "===",
          "\n===\n",
          "\n---",
          "!",
          "!!java",
          "&a",
          "*a",
          "%YAML 1.2\n",
          "@",
          ": ",
          "name: x\n",
          "{",
          "}",
          "{{x}}",
          "[",
          "]",
          "?",
          "%",
          "$x$",
          "é",
          "漢",
          "\ud83d\ude00",
          "a",
          "word",
          "Name",
          "0",
          "42");

  private final Random random = new Random(7);

  @Test
  void any_text_makes_a_file_of_the_format() throws IOException {
    int examples = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      MemoryRecord record = record(random.nextBoolean() ? competence() : plan());
      LateFailures late = new LateFailures(Map.of(text(), 2L), Map.of(text(), 2L));
      AgentSkill skill =
          SkillText.of(
              record, new Uses(3, 2, false, NOW, NOW, random.nextBoolean(), late), given(record));
      checkFrontMatter(skill);
      checkBody(skill);
      examples += skill.text().contains(" like `run ") ? 1 : 0;
    }
    assertThat(examples).isGreaterThan(TRIALS / 2);
  }

  /** As if two runs had given the same to each call. */
  private CallExamples given(MemoryRecord record) {
    List<SourceRun.SourceCall> calls = new ArrayList<>();
    if (record.payload() instanceof PlanGraphPayload plan) {
      plan.nodes().forEach(node -> calls.add(call(node.op(), node.params())));
    } else if (record.payload() instanceof CompetencePayload skill) {
      skill.recipe().stream()
          .filter(step -> step.tool() != null)
          .forEach(step -> calls.add(call(step.tool(), step.argsSchema())));
    }
    SourceRun run = new SourceRun(LearningScope.of(record), calls);
    Map<String, SourceRun> runs =
        record.provenance().sources().stream()
            .collect(Collectors.toMap(ProvenanceSource::ref, source -> run));
    return CallExamples.of(List.of(record), new Succeeded(runs), new InMemoryStore())
        .get(record.id());
  }

  private record Succeeded(Map<String, SourceRun> runs) implements KnownRuns {

    @Override
    public Map<String, SourceRun> successes(Collection<String> episodeIds, MemoryStore store) {
      return runs;
    }

    @Override
    public Map<String, FailedRun> failures(Collection<String> episodeIds, MemoryStore store) {
      return Map.of();
    }
  }

  private SourceRun.SourceCall call(String tool, JsonObject arguments) {
    Map<String, String> texts =
        arguments.members().keySet().stream()
            .collect(Collectors.toMap(name -> name, name -> "run " + text()));
    return new SourceRun.SourceCall(tool, texts, Set.of());
  }

  private static void checkFrontMatter(AgentSkill skill) throws IOException {
    assertThat(skill.name()).matches("[a-z0-9]+(-[a-z0-9]+)*").hasSizeLessThanOrEqualTo(64);
    assertThat(skill.description()).isNotBlank().doesNotContain("<", ">");
    assertThat(skill.description().codePointCount(0, skill.description().length()))
        .isLessThanOrEqualTo(1_024);
    String[] parts = skill.text().split("(?m)^---$", -1);
    assertThat(parts).as(skill.text()).hasSize(3);
    assertThat(parts[0]).isEmpty();
    JsonNode matter = YAML.readTree(parts[1]);
    assertThat(matter.fieldNames()).toIterable().containsExactly("name", "description", "metadata");
    assertThat(matter.get("name").asText()).isEqualTo(skill.name());
    assertThat(matter.get("description").asText()).isEqualTo(skill.description());
    assertThat(matter.get("metadata").fieldNames())
        .toIterable()
        .containsExactlyElementsOf(skill.metadata().keySet());
    assertThat(matter.at("/metadata/membrane-record").asText()).isEqualTo(skill.recordId());
  }

  private static void checkBody(AgentSkill skill) {
    Node document = MARKDOWN.parse(skill.instructions());
    List<String> headings = new ArrayList<>();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        headings.add(heading.getLevel() + plain(heading));
      }
    }
    assertThat(headings.get(0)).startsWith("1");
    assertThat(headings.subList(1, headings.size()))
        .doesNotHaveDuplicates()
        .isSubsetOf(HEADINGS.stream().map(heading -> "2" + heading).toList());
    document.accept(
        new AbstractVisitor() {
          @Override
          protected void visitChildren(Node parent) {
            assertThat(NODES).as(skill.instructions()).contains(parent.getClass());
            super.visitChildren(parent);
          }
        });
    assertThat(skill.text())
        .doesNotContainPattern("[\\p{Cc}&&[^\\n]]")
        .doesNotContain("\u202e", "\u2066", "\ufeff", "\udb40\udc41", "\u2028");
  }

  private static String plain(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }
        });
    return text.toString();
  }

  private CompetencePayload competence() {
    return new CompetencePayload(
        text(),
        some(() -> new Trigger(text(), object())),
        some(() -> new RecipeStep(text(), random.nextBoolean() ? text() : null, object(), text())),
        some(this::text),
        some(this::text),
        some(this::text),
        null,
        null,
        null);
  }

  private PlanGraphPayload plan() {
    List<PlanNode> nodes = new ArrayList<>();
    List<PlanEdge> edges = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      nodes.add(new PlanNode("n" + i + text(), text(), object(), object()));
      if (i > 0) {
        EdgeKind kind = random.nextBoolean() ? EdgeKind.DATA : EdgeKind.CONTROL;
        edges.add(new PlanEdge(nodes.get(i - 1).id(), nodes.get(i).id(), kind));
      }
    }
    return new PlanGraphPayload("p", "1", text(), object(), null, null, nodes, edges, null, null);
  }

  private <T> List<T> some(java.util.function.Supplier<T> each) {
    List<T> some = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      some.add(each.get());
    }
    return some;
  }

  private JsonObject object() {
    return new JsonObject(
        Map.of(
            text(),
            JsonValue.of(text()),
            "type",
            new JsonObject(Map.of("type", JsonValue.of(text())))));
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString().isBlank() ? "x" : text.toString();
  }

  private ProvenanceSource source() {
    String id = new UUID(random.nextLong(), random.nextLong()).toString();
    return new ProvenanceSource(ProvenanceKind.EVENT, id, null, null, NOW);
  }

  private MemoryRecord record(Payload payload) {
    return MemoryRecord.builder()
        .id(new UUID(random.nextLong(), random.nextLong()).toString())
        .type(payload.kind())
        .sensitivity(Sensitivity.LOW)
        .confidence(0.5)
        .salience(0.5)
        .createdAt(NOW)
        .updatedAt(NOW)
        .lifecycle(
            new Lifecycle(
                new DecayProfile(DecayCurve.EXPONENTIAL, 60, null, null, null),
                NOW,
                false,
                DeletionPolicy.AUTO_PRUNE))
        .provenance(new Provenance(List.of(source(), source()), null))
        .payload(payload)
        .build();
  }
}
