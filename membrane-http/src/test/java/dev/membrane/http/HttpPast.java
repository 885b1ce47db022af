package dev.membrane.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.AuditLog.VersionDiff.FieldChange;
import dev.membrane.Page;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.AnsweredPlace;
import dev.membrane.ReplayAnswer.Difference;
import dev.membrane.ReplayAnswer.ReplayedProcedure;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.ReplayAnswer.ReplayedSelection;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The answers about what was, as the engine would give them. */
final class HttpPast {

  private static final RecordCodec CODEC = new RecordCodec();

  private HttpPast() {}

  static Page<HistoryEntry> history(JsonNode json) {
    return new Page<>(
        all(json.path("versions"), HttpPast::entry), json.path("next_cursor").asText());
  }

  private static HistoryEntry entry(JsonNode json) {
    return new HistoryEntry(
        json.path("version").asLong(),
        Instant.parse(json.path("from").asText()),
        json.has("to") ? Instant.parse(json.path("to").asText()) : null,
        all(json.path("audit"), entry -> CODEC.decodeAuditEntry(entry.toString())),
        json.has("salience") ? json.path("salience").asDouble() : null,
        json.has("record") ? (MemoryRecord) HttpAnswers.record(json.path("record")) : null);
  }

  static VersionDiff diff(JsonNode json) {
    return new VersionDiff(
        json.path("from").asLong(),
        json.path("to").asLong(),
        all(
            json.path("changes"),
            one ->
                new FieldChange(
                    one.path("path").asText(), value(one, "before"), value(one, "after"))));
  }

  private static @Nullable JsonValue value(JsonNode change, String name) {
    return change.has(name) ? CODEC.parse(name, change.path(name).toString()) : null;
  }

  static ReplayAnswer replay(JsonNode json) {
    JsonNode request = json.path("request");
    return new ReplayAnswer(
        Instant.parse(json.path("at").asText()),
        json.path("principal").asText(),
        RetrieveRequest.builder()
            .taskDescriptor(request.path("task_descriptor").asText())
            .trust(
                TrustContext.upTo(
                    Sensitivity.of(
                        "trust", request.path("trust").path("max_sensitivity").asText())))
            .memoryTypes(
                Set.copyOf(
                    all(
                        request.path("memory_types"),
                        type -> MemoryType.of("memory_types", type.asText()))))
            .limit(request.path("limit").asInt())
            .episode(request.path("episode").asText())
            .view(AnswerView.valueOf(request.path("view").asText().toUpperCase(Locale.ROOT)))
            .maxTokens(request.path("max_tokens").asInt())
            .build(),
        all(json.path("records"), HttpPast::record),
        json.path("withheld").asInt(),
        json.has("selection") ? selection(json.path("selection")) : null,
        json.has("selection_now") ? selection(json.path("selection_now")) : null,
        json.path("refusal").asText());
  }

  private static ReplayedSelection selection(JsonNode json) {
    return new ReplayedSelection(
        all(
            json.path("selected"),
            one ->
                new ReplayedProcedure(
                    one.path("id").asText(),
                    one.path("score").asDouble(),
                    one.path("version").asLong(),
                    difference(one))),
        json.path("confidence").asDouble(),
        json.path("needs_more").asBoolean());
  }

  private static ReplayedRecord record(JsonNode json) {
    return new ReplayedRecord(
        json.path("id").asText(),
        json.has("then") ? place(json.path("then")) : null,
        json.has("now") ? place(json.path("now")) : null,
        difference(json));
  }

  private static Difference difference(JsonNode json) {
    return Difference.valueOf(json.path("difference").asText().toUpperCase(Locale.ROOT));
  }

  private static AnsweredPlace place(JsonNode json) {
    return new AnsweredPlace(
        json.path("rank").asInt(), json.path("score").asDouble(), json.path("version").asLong());
  }

  private static <T> List<T> all(JsonNode array, Function<JsonNode, T> each) {
    List<T> all = new ArrayList<>();
    array.forEach(one -> all.add(each.apply(one)));
    return all;
  }
}
