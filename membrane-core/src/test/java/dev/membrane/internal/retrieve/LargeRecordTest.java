package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.TRUST;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LargeRecordTest {

  private static final int QUARTER = 4 << 20;

  private final Remembered memory = new Remembered();

  @Test
  void a_record_above_a_quarter_of_an_answer_is_answered_by_its_header_and_whole_by_id() {
    String large = memory.add(blocked(45), salience(0.9));
    String small = memory.event("small");
    RetrieveAnswer answer = memory.ask(ask -> ask.explain(true));
    assertThat(ids(answer)).containsExactly(large, small);
    assertThat(answer.truncated()).isTrue();
    assertThat(answer.entries())
        .extracting(AnswerEntry::explanation)
        .doesNotContainNull()
        .hasSize(2);
    MemoryRecord whole = (MemoryRecord) memory.byId(large, TRUST);
    assertThat(answer.results().get(0)).isEqualTo(RedactedRecord.of(whole));
    assertThat(((WorkingPayload) whole.payload()).nextActions()).hasSize(45);
  }

  @Test
  void a_record_of_a_quarter_of_an_answer_is_answered_whole() {
    memory.add(blocked(40));
    RetrieveAnswer answer = memory.ask(ask -> ask);
    assertThat(answer.results()).hasOnlyElementsOfType(MemoryRecord.class).hasSize(1);
    assertThat(answer.truncated()).isFalse();
  }

  @Test
  void values_weigh_more_than_the_bytes_of_their_digits() {
    SemanticPayload dense = ones(300_000);
    String heavy = memory.add(dense);
    memory.add(ones(100_000));
    RetrieveAnswer answer = memory.ask(ask -> ask);
    assertThat(answer.results())
        .satisfiesExactly(
            record -> assertThat(record).isInstanceOf(RedactedRecord.class),
            record -> assertThat(record).isInstanceOf(MemoryRecord.class));
    assertThat(answer.truncated()).isTrue();
    MemoryRecord whole = (MemoryRecord) memory.byId(heavy, TRUST);
    assertThat(new RecordCodec().encodeUtf8(whole).length).isLessThan(QUARTER / 4);
    assertThat(whole.payload()).isEqualTo(dense);
  }

  @Test
  void a_member_weighs_more_than_a_value_of_a_list() {
    List<JsonValue> heavy =
        List.of(
            members(99_000, JsonValue.of(1)),
            members(50_000, JsonValue.of(Map.of())),
            new JsonArray(Collections.nCopies(49_000, members(1, JsonValue.of(1)))));
    heavy.forEach(object -> memory.add(fact(object)));
    String light = memory.add(fact(members(50_000, JsonValue.of(1))));
    RetrieveAnswer answer = memory.ask(ask -> ask);
    assertThat(ids(answer)).hasSize(4);
    assertThat(answer.results().stream().filter(MemoryRecord.class::isInstance))
        .extracting(RecordView::id)
        .containsExactly(light);
    assertThat(answer.truncated()).isTrue();
  }

  @Test
  void an_answer_stops_when_its_members_fill_it() {
    for (int i = 0; i < 6; i++) {
      memory.add(fact(members(45_000, JsonValue.of(1))));
    }
    assertThat(ids(memory.ask(ask -> ask))).hasSize(5);
  }

  @Test
  void an_answer_stops_when_its_values_fill_it() {
    for (int i = 0; i < 20; i++) {
      memory.add(ones(100_000));
    }
    RetrieveAnswer answer = memory.ask(ask -> ask);
    assertThat(answer.results()).hasOnlyElementsOfType(MemoryRecord.class).hasSize(10);
    assertThat(answer.truncated()).isTrue();
  }

  @Test
  void a_procedure_that_is_too_large_to_be_answered_is_not_selected() {
    String large = "x".repeat(90_000);
    memory.add(Remembered.skill("deploy", null, List.of(), large.repeat(50)), salience(1));
    String small = memory.add(Remembered.skill("deploy", null, List.of(), "tool"));
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("deploy"));
    assertThat(answer.results()).hasSize(2);
    assertThat(answer.selection()).isNotNull();
    assertThat(answer.selection().selected().stream().map(MemoryRecord::id)).containsExactly(small);
  }

  @Test
  void few_large_records_are_read_at_a_time_and_one_too_large_not_at_all() {
    SizedStore sized = new SizedStore();
    Remembered large = new Remembered(sized);
    for (int i = 0; i < 40; i++) {
      large.event("apple");
    }
    sized.bytes = 300_000;
    assertThat(large.ask(ask -> ask).results()).hasSize(40);
    assertThat(sized.reads).allMatch(read -> read <= 3);
    sized.reads.clear();
    sized.bytes = QUARTER + 1;
    RetrieveAnswer answer = large.ask(ask -> ask);
    assertThat(answer.results()).hasOnlyElementsOfType(RedactedRecord.class).hasSize(40);
    assertThat(answer.truncated()).isTrue();
    assertThat(sized.reads).isEmpty();
  }

  @Test
  void an_answer_ends_at_the_same_record_whether_sizes_are_known_beforehand_or_not() {
    SizedStore sized = new SizedStore();
    Remembered large = new Remembered(sized);
    for (int i = 0; i < 300; i++) {
      large.event("x".repeat(60_000));
    }
    RetrieveAnswer weighed = large.ask(ask -> ask.limit(300));
    assertThat(weighed.truncated()).isTrue();
    sized.bytes = 61_000;
    assertThat(large.ask(ask -> ask.limit(300))).isEqualTo(weighed);
  }

  private static WorkingPayload blocked(int actions) {
    String big = "x".repeat(100_000);
    return new WorkingPayload(
        "t",
        TaskState.BLOCKED,
        List.of(),
        Collections.nCopies(actions, big),
        List.of(),
        null,
        null);
  }

  private static SemanticPayload ones(int count) {
    JsonValue one = new JsonNumber("1");
    return fact(new JsonArray(Collections.nCopies(count, one)));
  }

  private static JsonValue members(int count, JsonValue each) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      members.put("k" + i, each);
    }
    return new JsonObject(members);
  }

  private static SemanticPayload fact(JsonValue object) {
    return new SemanticPayload("a", "b", object, Validity.global(), List.of(), null, null);
  }

  /** Says of every record that it is so large. */
  private static final class SizedStore extends ForwardingStore {

    final List<Integer> reads = new ArrayList<>();
    long bytes;

    SizedStore() {
      super(new InMemoryStore());
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids, long heaviest) {
      reads.add(ids.size());
      return super.get(ids, heaviest);
    }

    @Override
    public List<RecordHeader> headers(Collection<String> ids, Instant at) {
      return super.headers(ids, at).stream()
          .map(
              header ->
                  header.outline() == null ? header : RecordHeader.of(header.outline(), bytes))
          .toList();
    }
  }
}
