package dev.membrane.client;

import com.google.protobuf.ByteString;
import dev.membrane.ConsolidationResult;
import dev.membrane.ConsolidationResult.Again;
import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.grpc.v1.GetAuditLogResponse;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.MemoryRecordResponse;
import dev.membrane.grpc.v1.RetrieveEpisodeResponse;
import dev.membrane.grpc.v1.RetrieveResponse;
import dev.membrane.grpc.v1.RunConsolidationResponse;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the messages of the server into the answers that the engine would give. */
final class AnswerDecoder {

  private static final RecordCodec CODEC = new RecordCodec();

  private static final String COMPRESSED = "episodic_compressed";
  private static final String REINFORCED = "duplicates_resolved";
  private static final String FAILED = "extraction_skipped";
  private static final String QUEUED_AGAIN = "queued_again";
  private static final String UNREADABLE = "unreadable";
  private static final Set<String> OF_NO_STAGE =
      Set.of(COMPRESSED, REINFORCED, FAILED, QUEUED_AGAIN, UNREADABLE);

  /** What the counts of a consolidation are called as stages. */
  private static final Map<String, String> STAGES =
      Map.of(
          "semantic_extracted", "semantic",
          "semantic_triples_extracted", "llm-extraction",
          "competence_extracted", "competence",
          "plan_graphs_extracted", "plan-graph");

  private AnswerDecoder() {}

  static IngestAnswer ingested(IngestResponse answer) {
    IngestResult result =
        Stream.of(IngestResult.values())
            .filter(one -> one.wireName().equals(answer.getResult()))
            .findFirst()
            .orElse(IngestResult.CREATED);
    String withdrawn = answer.getWithdrawn();
    return new IngestAnswer(
        record(answer.getRecord()),
        result,
        answer.getConflictsList(),
        withdrawn.isEmpty() ? null : withdrawn,
        answer.getSkippedList());
  }

  static IngestItemAnswer item(long number, IngestItemResponse answer) {
    return answer.hasError()
        ? IngestItemAnswer.refused(number, Failures.of(answer.getError()))
        : IngestItemAnswer.of(number, ingested(answer.getAnswer()));
  }

  static RecordView record(MemoryRecordResponse answer) {
    return record(answer.getRecord());
  }

  static RecordView record(ByteString json) {
    return CODEC.decodeView(json.toStringUtf8());
  }

  static JsonObject object(ByteString json) {
    return (JsonObject) CODEC.parseWritten("answer", json.toStringUtf8());
  }

  static @Nullable OutcomeStatus outcome(String name) {
    return name.isEmpty() ? null : OutcomeStatus.of("outcome", name);
  }

  static RetrieveAnswer retrieved(RetrieveResponse answer) {
    return new RetrieveAnswer(
        answer.getText().isEmpty() ? records(answer) : lines(answer),
        answer.getSelection().isEmpty() ? null : selection(object(answer.getSelection())),
        answer.getTruncated(),
        answer.getReceiptId());
  }

  private static List<AnswerEntry> records(RetrieveResponse answer) {
    List<AnswerEntry> entries = new ArrayList<>();
    for (ByteString found : answer.getRecordsList()) {
      int place = entries.size();
      entries.add(
          AnswerEntry.of(record(found), answer.getScores(place), explanation(answer, place)));
    }
    return entries;
  }

  private static List<AnswerEntry> lines(RetrieveResponse answer) {
    List<AnswerEntry> entries = new ArrayList<>();
    for (String line : answer.getText().split("\n", -1)) {
      int place = entries.size();
      entries.add(AnswerEntry.inWords(line, answer.getScores(place), explanation(answer, place)));
    }
    return entries;
  }

  private static @Nullable JsonObject explanation(RetrieveResponse answer, int place) {
    return answer.getExplanationsCount() == 0 ? null : object(answer.getExplanations(place));
  }

  private static Selection selection(JsonObject json) {
    List<JsonValue> scores = items(json, "scores");
    List<SelectedProcedure> procedures = new ArrayList<>();
    for (JsonValue selected : items(json, "selected")) {
      double score = number(scores.get(procedures.size()));
      procedures.add(new SelectedProcedure(whole(selected), score));
    }
    return new Selection(
        procedures,
        number(json.get("confidence")),
        json.get("needs_more") instanceof JsonBoolean needed && needed.value(),
        items(json, "stopped_working").stream().map(id -> ((JsonString) id).value()).toList());
  }

  private static MemoryRecord whole(JsonValue record) {
    return CODEC.decode(CODEC.write(record));
  }

  private static List<JsonValue> items(JsonObject json, String name) {
    return json.get(name) instanceof JsonArray array ? array.items() : List.of();
  }

  static double number(@Nullable JsonValue value) {
    return value instanceof JsonNumber number ? number.doubleValue() : 0;
  }

  static RetrieveEpisodeAnswer episode(RetrieveEpisodeResponse answer) {
    return new RetrieveEpisodeAnswer(
        answer.getEventsList().stream().map(AnswerDecoder::event).toList(),
        answer.getRecordIdsList(),
        outcome(answer.getOutcome()),
        answer.getNextCursor());
  }

  private static EpisodeEvent event(dev.membrane.grpc.v1.EpisodeEvent event) {
    return new EpisodeEvent(
        event.getRecordId(),
        CODEC.decodeEvent(event.getEvent().toStringUtf8()),
        event.getTool().isEmpty() ? null : CODEC.decodeToolNode(event.getTool().toStringUtf8()));
  }

  /** The nonces stay with the server, and the hashes under the last one with them. */
  static List<AuditLink> auditLog(GetAuditLogResponse answer) {
    return answer.getEntriesList().stream().map(AnswerDecoder::link).toList();
  }

  private static AuditLink link(ByteString json) {
    String hash = object(json).get("hash") instanceof JsonString text ? text.value() : "";
    return new AuditLink(CODEC.decodeAuditEntry(json.toStringUtf8()), "", "", "", hash);
  }

  /**
   * What was reinforced and what failed is reported for all stages together: the first one has it.
   */
  static ConsolidationResult consolidation(RunConsolidationResponse answer) {
    Map<String, JsonValue> counts = object(answer.getResult()).members();
    Map<String, StageResult> stages = new LinkedHashMap<>();
    stages.put(
        "episodic-compression",
        new StageResult(
            0, count(counts, REINFORCED), count(counts, COMPRESSED), count(counts, FAILED)));
    for (String name : counts.keySet()) {
      if (!OF_NO_STAGE.contains(name)) {
        String stage = STAGES.getOrDefault(name, name);
        stages.put(stage, new StageResult(count(counts, name), 0, 0, 0));
      }
    }
    Again again =
        counts.containsKey(QUEUED_AGAIN)
            ? new Again(count(counts, QUEUED_AGAIN), count(counts, UNREADABLE))
            : null;
    return new ConsolidationResult(stages, again);
  }

  private static int count(Map<String, JsonValue> counts, String name) {
    return (int) number(counts.get(name));
  }
}
