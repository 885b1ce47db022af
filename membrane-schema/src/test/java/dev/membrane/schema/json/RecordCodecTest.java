package dev.membrane.schema.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Samples;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecordCodecTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final ObjectMapper TREES = new ObjectMapper();

  static Stream<MemoryRecord> records() {
    return Stream.concat(Samples.ofEveryType(), sparse().map(RecordCodecTest::bare));
  }

  static Stream<Payload> sparse() {
    return Stream.of(
        EpisodicPayload.of(List.of(), List.of()),
        new WorkingPayload("t", TaskState.DONE, List.of(), List.of(), List.of(), null, null),
        new SemanticPayload("s", "p", JsonNull.NULL, Validity.global(), List.of(), null, null),
        new CompetencePayload(
            "c", List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null),
        new PlanGraphPayload("p", "1", null, null, null, null, List.of(), List.of(), null, null));
  }

  private static MemoryRecord bare(Payload payload) {
    DecayProfile decay = new DecayProfile(DecayCurve.LINEAR, 1, null, null, null);
    return Samples.record(payload).toBuilder()
        .scope(null)
        .tags(List.of())
        .relations(List.of())
        .auditLog(List.of())
        .lifecycle(new Lifecycle(decay, Samples.T0, true, DeletionPolicy.NEVER))
        .build();
  }

  @ParameterizedTest
  @MethodSource("records")
  void a_record_reads_back_as_written(MemoryRecord record) {
    assertThat(CODEC.decode(CODEC.encode(record))).isEqualTo(record);
  }

  @ParameterizedTest
  @MethodSource("records")
  void bytes_and_text_say_the_same(MemoryRecord record) {
    assertThat(new String(CODEC.encodeUtf8(record), StandardCharsets.UTF_8))
        .isEqualTo(CODEC.encode(record));
  }

  @ParameterizedTest
  @MethodSource("records")
  void a_draft_reads_what_a_record_of_it_asks_for(MemoryRecord record) {
    assertThat(CODEC.decodeDraft(CODEC.encode(record)))
        .usingRecursiveComparison()
        .ignoringCollectionOrder()
        .isEqualTo(
            RecordDraft.of(record).toBuilder()
                .tags(record.tags().isEmpty() ? null : record.tags())
                .relations(record.relations().isEmpty() ? null : record.relations())
                .build());
  }

  @Test
  void only_what_always_belongs_is_written_for_a_bare_record() throws Exception {
    JsonNode tree = TREES.readTree(CODEC.encode(bare(EpisodicPayload.of(List.of(), List.of()))));

    assertThat(tree.fieldNames())
        .toIterable()
        .containsExactly(
            "id",
            "type",
            "sensitivity",
            "confidence",
            "salience",
            "created_at",
            "updated_at",
            "lifecycle",
            "provenance",
            "payload",
            "audit_log");
    assertThat(tree.get("payload")).hasToString("{\"kind\":\"episodic\",\"timeline\":[]}");
    assertThat(tree.get("lifecycle"))
        .hasToString(
            "{\"decay\":{\"curve\":\"linear\",\"half_life_seconds\":1},"
                + "\"last_reinforced_at\":\"2025-01-15T10:30:00.123456Z\",\"pinned\":true,"
                + "\"deletion_policy\":\"never\"}");
    assertThat(tree.get("audit_log")).hasToString("[]");
  }

  @Test
  void the_object_of_a_fact_is_written_even_if_it_is_null() {
    Payload fact =
        new SemanticPayload("s", "p", JsonNull.NULL, Validity.global(), List.of(), null, null);

    assertThat(CODEC.encode(bare(fact)))
        .contains(
            "{\"kind\":\"semantic\",\"subject\":\"s\",\"predicate\":\"p\",\"object\":null,"
                + "\"validity\":{\"mode\":\"global\"}}");
  }

  @Test
  void an_empty_rationale_is_kept() {
    AuditEntry entry = new AuditEntry(AuditAction.REVISE, "agent", Samples.T0, "");

    assertThat(CODEC.encode(entry))
        .isEqualTo(
            "{\"action\":\"revise\",\"actor\":\"agent\","
                + "\"timestamp\":\"2025-01-15T10:30:00.123456Z\",\"rationale\":\"\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "-0.0, 0",
    "0.1, 0.1",
    "1e-5, 1E-5",
    "1.5e-7, 1.5E-7",
    "2e-3, 0.002",
    "123456789, 123456789",
    "9007199254740992, 9007199254740992",
    "1e17, 100000000000000000",
    "1e300, 1E300",
    "2e23, 2E23",
    "4.9e-324, 4.9E-324",
    "0.30000000000000004, 0.30000000000000004"
  })
  void numbers_are_as_short_as_reads_back_the_same(double value, String written) {
    MemoryRecord record = bare(Samples.fact()).withSalience(value);

    assertThat(CODEC.encode(record)).contains("\"salience\":" + written + ",");
    assertThat(CODEC.decode(CODEC.encode(record))).isEqualTo(record);
  }

  @Test
  void any_double_reads_back() {
    long seed = 42;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        MemoryRecord record = bare(Samples.working()).withSalience(value);
        assertThat(CODEC.decode(CODEC.encode(record)).salience())
            .as("seed %s, step %s", seed, i)
            .isEqualTo(value);
      }
    }
  }

  @Test
  void free_form_text_survives_unchanged() {
    String text =
        "{\"z\":null,\"a\":{},\"b\":[],\"c\":\"\",\"n\":[1.00,1e5,1E+5,-0,-0.0,0.10,"
            + "18446744073709551616,3.141592653589793238462643383279],\"ü\":\"\\u0000🦓\"}";

    assertThat(CODEC.write(CODEC.parse("args", text))).isEqualTo(text);
  }

  @Test
  void equality_of_objects_ignores_order_and_of_numbers_compares_text() {
    assertThat(CODEC.parse("x", "{\"a\":1,\"b\":2}"))
        .isEqualTo(CODEC.parse("x", "{\"b\":2,\"a\":1}"));
    assertThat(CODEC.parse("x", "1.0")).isNotEqualTo(CODEC.parse("x", "1"));
  }

  @Test
  void a_null_result_differs_from_no_result() {
    ToolNode reported = new ToolNode("a", "t", null, JsonNull.NULL, null, List.of());
    ToolNode silent = new ToolNode("b", "t", new JsonObject(Map.of()), null, null, List.of());
    MemoryRecord record = bare(EpisodicPayload.of(List.of(), List.of(reported, silent)));

    assertThat(CODEC.encode(record))
        .contains(
            "[{\"id\":\"a\",\"tool\":\"t\",\"result\":null},{\"id\":\"b\",\"tool\":\"t\",\"args\":{}}]");
    assertThat(CODEC.decode(CODEC.encode(record))).isEqualTo(record);
  }

  @Test
  void kind_may_stand_anywhere_in_a_payload() {
    for (MemoryRecord record : Samples.ofEveryType().toList()) {
      assertThat(CODEC.decode(kindLast(record))).isEqualTo(record);
    }
  }

  @Test
  void unknown_members_and_null_members_are_ignored() {
    String text = CODEC.encode(bare(EpisodicPayload.of(List.of(), List.of())));
    String more =
        "{\"x\":{\"id\":[1,{}]},\"scope\":null,\"tags\":null,\"relations\":null,"
            + text.substring(1)
                .replace(
                    "\"timeline\":[]",
                    "\"y\":[[]],\"timeline\":[],\"tool_graph\":null,\"environment\":null,\"outcome\":null");

    assertThat(CODEC.decode(more)).isEqualTo(CODEC.decode(text));
  }

  @Test
  void a_draft_may_leave_out_everything() {
    assertThat(CODEC.decodeDraft("{}")).isEqualTo(RecordDraft.builder().build());
  }

  @Test
  void what_only_the_server_writes_is_ignored_in_a_draft_whatever_it_is() {
    assertThat(
            CODEC.decodeDraft(
                "{\"created_at\":1,\"updated_at\":[],\"audit_log\":\"x\",\"scope\":\"s\"}"))
        .isEqualTo(RecordDraft.builder().scope("s").build());
  }

  @Test
  void constraints_come_as_an_array() {
    assertThat(
            CODEC.decodeConstraints(
                "active_constraints",
                "[{\"type\":\"budget\",\"value\":1.50,\"required\":true},{\"key\":\"k\",\"value\":null},{}]"))
        .containsExactly(
            new Constraint("budget", null, new JsonNumber("1.50"), true),
            new Constraint(null, "k", JsonNull.NULL, false),
            new Constraint(null, null, null, false));
    assertThatThrownBy(() -> CODEC.decodeConstraints("active_constraints", "{}"))
        .hasMessage("validation error for active_constraints: must be an array");
    assertThatThrownBy(
            () -> CODEC.decodeConstraints("active_constraints", "[{},{\"required\":\"yes\"}]"))
        .hasMessage("validation error for active_constraints[1].required: must be true or false");
  }

  @Test
  void ten_megabytes_in_one_string_name_or_number_are_read() {
    String long10 = "1".repeat(10 * 1024 * 1024);
    assertThat(CODEC.parse("args", long10)).isEqualTo(new JsonNumber(long10));
    assertThat(CODEC.parse("args", '"' + long10 + '"')).isEqualTo(JsonValue.of(long10));
    assertThat(CODEC.parse("args", "{\"" + long10 + "\":[]}"))
        .isEqualTo(JsonValue.of(Map.of(long10, List.of())));
  }

  @Test
  void the_deepest_valid_value_survives_inside_a_record() {
    String deepest = "[".repeat(199) + "]".repeat(199);
    JsonObject args = (JsonObject) CODEC.parse("args", "{\"k\":" + deepest + "}");
    ToolNode node = new ToolNode("a", "t", args, null, null, List.of());
    MemoryRecord record = bare(EpisodicPayload.of(List.of(), List.of(node)));

    assertThat(CODEC.decode(CODEC.encode(record))).isEqualTo(record);
    assertThat(CODEC.decode(kindLast(record))).isEqualTo(record);
  }

  /** The record in JSON, its payload ending with the member that says which payload it is. */
  private static String kindLast(MemoryRecord record) {
    String text = CODEC.encode(record);
    String kind = "\"kind\":\"" + record.type().wireName() + "\"";
    int end = text.indexOf("},\"audit_log\"");
    return text.substring(0, end).replace(kind + ",", "") + "," + kind + text.substring(end);
  }
}
