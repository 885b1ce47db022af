package dev.membrane.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.ConsolidationResult;
import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.JobsReport;
import dev.membrane.Listing;
import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.Page;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The answers, as the engine would give them. */
final class HttpAnswers {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final double NANOS = 1e9;

  private HttpAnswers() {}

  static RecordView record(JsonNode json) {
    return json.has("payload") ? whole(json) : outline(json);
  }

  private static MemoryRecord whole(JsonNode json) {
    return CODEC.decode(json.toString());
  }

  private static RedactedRecord outline(JsonNode json) {
    return new RedactedRecord(
        json.path("id").asText(),
        MemoryType.of("type", json.path("type").asText()),
        Sensitivity.of("sensitivity", json.path("sensitivity").asText()),
        json.path("confidence").asDouble(),
        json.path("salience").asDouble(),
        textOrNull(json.path("scope")),
        instant(json.path("created_at")),
        instant(json.path("updated_at")));
  }

  private static String textOrNull(JsonNode json) {
    return json.asText().isEmpty() ? null : json.asText();
  }

  private static Instant instant(JsonNode json) {
    return Instant.parse(json.asText());
  }

  private static <T> List<T> all(JsonNode array, Function<JsonNode, T> each) {
    List<T> all = new ArrayList<>();
    array.forEach(one -> all.add(each.apply(one)));
    return all;
  }

  static List<String> texts(JsonNode array) {
    return all(array, JsonNode::asText);
  }

  static IngestItemAnswer item(JsonNode json) {
    long number = json.path("number").asLong();
    return json.has("error")
        ? IngestItemAnswer.refused(number, HttpSite.failure(json.path("error")))
        : IngestItemAnswer.of(number, ingested(json.path("answer")));
  }

  static IngestAnswer ingested(JsonNode json) {
    IngestResult result =
        Arrays.stream(IngestResult.values())
            .filter(one -> one.wireName().equals(json.path("result").asText()))
            .findFirst()
            .orElseThrow();
    String withdrawn = json.path("withdrawn").asText();
    return new IngestAnswer(
        record(json.path("record")),
        result,
        texts(json.path("conflicts")),
        withdrawn.isEmpty() ? null : withdrawn,
        texts(json.path("skipped")));
  }

  /** Of a compact answer the records stay JSON, as what is compact has no other shape. */
  static RetrieveAnswer retrieved(JsonNode json, boolean isCompact) {
    List<RecordView> records =
        isCompact ? List.of() : all(json.path("records"), HttpAnswers::record);
    List<JsonObject> told = new ArrayList<>(all(json.path("explanations"), HttpAnswers::object));
    if (isCompact) {
      told.addAll(all(json.path("records"), HttpAnswers::object));
      all(json.path("selection").path("selected"), HttpAnswers::object).forEach(told::add);
    }
    List<Double> scores = all(json.path("scores"), JsonNode::asDouble);
    String text = json.path("text").asText();
    List<String> lines = text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    List<AnswerEntry> entries = new ArrayList<>();
    for (int i = 0; i < Math.max(scores.size(), told.size()); i++) {
      entries.add(
          new AnswerEntry(
              i < records.size() ? records.get(i) : null,
              i < lines.size() ? lines.get(i) : "",
              i < scores.size() ? scores.get(i) : 0,
              i < told.size() ? told.get(i) : null));
    }
    return new RetrieveAnswer(
        entries,
        selection(json.path("selection"), isCompact),
        json.path("truncated").asBoolean(),
        json.path("receipt_id").asText());
  }

  private static JsonObject object(JsonNode json) {
    return (JsonObject) CODEC.parse("explanation", json.toString());
  }

  private static Selection selection(JsonNode json, boolean isCompact) {
    List<Double> scores = all(json.path("scores"), JsonNode::asDouble);
    List<SelectedProcedure> procedures = new ArrayList<>();
    if (!isCompact) {
      for (MemoryRecord record : all(json.path("selected"), HttpAnswers::whole)) {
        procedures.add(new SelectedProcedure(record, scores.get(procedures.size())));
      }
    }
    return json.isMissingNode()
        ? null
        : new Selection(
            procedures,
            json.path("confidence").asDouble(),
            json.path("needs_more").asBoolean(),
            texts(json.path("stopped_working")));
  }

  private static String next(JsonNode page) {
    return page.path("next_cursor").asText();
  }

  static Page<RecordView> records(JsonNode page) {
    return new Page<>(all(page.path("records"), HttpAnswers::record), next(page));
  }

  static Page<Listing.Edge> relations(JsonNode page) {
    return new Page<>(all(page.path("relations"), HttpAnswers::edge), next(page));
  }

  private static Listing.Edge edge(JsonNode json) {
    Relation relation =
        new Relation(
            json.path("predicate").asText(),
            json.path("target_id").asText(),
            json.has("weight") ? json.path("weight").asDouble() : null,
            instantOrNull(json.path("created_at")));
    return new Listing.Edge(json.path("source_id").asText(), relation);
  }

  static Page<Listing.EpisodeSummary> episodes(JsonNode page) {
    return new Page<>(all(page.path("episodes"), HttpAnswers::episode), next(page));
  }

  private static Listing.EpisodeSummary episode(JsonNode json) {
    String outcome = json.path("outcome").asText();
    return new Listing.EpisodeSummary(
        json.path("episode").asText(),
        textOrNull(json.path("scope")),
        texts(json.path("record_ids")),
        instant(json.path("started_at")),
        instant(json.path("updated_at")),
        json.path("events").asInt(),
        json.path("tool_calls").asInt(),
        outcome.isEmpty() ? null : OutcomeStatus.of("outcome", outcome));
  }

  static RetrieveEpisodeAnswer episodeEvents(JsonNode page) {
    String outcome = page.path("outcome").asText();
    return new RetrieveEpisodeAnswer(
        all(page.path("events"), HttpAnswers::episodeEvent),
        texts(page.path("record_ids")),
        outcome.isEmpty() ? null : OutcomeStatus.of("outcome", outcome),
        next(page));
  }

  private static EpisodeEvent episodeEvent(JsonNode json) {
    ObjectNode payload = Site.JSON.createObjectNode().put("kind", "episodic");
    payload.putArray("timeline").add(json.path("event"));
    if (json.has("tool")) {
      payload.putArray("tool_graph").add(json.path("tool"));
    }
    EpisodicPayload episode = (EpisodicPayload) HttpRequests.payload(payload);
    return new EpisodeEvent(
        json.path("record_id").asText(),
        episode.timeline().get(0),
        episode.toolGraph().stream().findFirst().orElse(null));
  }

  static Page<Listing.AgentSkill> skills(JsonNode page) {
    return new Page<>(all(page.path("skills"), HttpAnswers::skill), next(page));
  }

  private static Listing.AgentSkill skill(JsonNode json) {
    return new Listing.AgentSkill(
        json.path("name").asText(),
        json.path("description").asText(),
        json.path("record_id").asText(),
        MemoryType.of("type", json.path("type").asText()),
        textOrNull(json.path("scope")),
        json.path("trials").asLong(),
        json.path("successes").asLong(),
        json.path("claimed").asBoolean(),
        instantOrNull(json.path("last_used_at")),
        instantOrNull(json.path("last_success_at")),
        json.path("stopped_working").asBoolean(),
        json.path("text").asText());
  }

  private static Instant instantOrNull(JsonNode json) {
    return json.asText().isEmpty() ? null : instant(json);
  }

  static Page<ScopeCount> scopes(JsonNode page) {
    return new Page<>(
        all(
            page.path("scopes"),
            one -> new ScopeCount(textOrNull(one.path("scope")), one.path("records").asLong())),
        next(page));
  }

  static JobsReport jobs(JsonNode json) {
    return new JobsReport(
        all(json.path("queues"), HttpAnswers::queue), all(json.path("runs"), HttpAnswers::run));
  }

  private static JobsReport.Queue queue(JsonNode json) {
    return new JobsReport.Queue(
        json.path("name").asText(),
        json.path("length").asLong(),
        instant(json.path("oldest_due")),
        json.path("failures").asLong(),
        json.path("retried").asLong(),
        json.path("set_aside").asBoolean());
  }

  private static JobsReport.LastRun run(JsonNode json) {
    return new JobsReport.LastRun(
        json.path("name").asText(),
        instant(json.path("ended_at")),
        Duration.ofNanos(Math.round(json.path("seconds").asDouble() * NANOS)),
        json.path("result").asText());
  }

  /** The nonces and the hashes under the last one stay with the server. */
  static List<AuditLink> auditLog(JsonNode json) {
    return all(
        json.path("entries"),
        entry ->
            new AuditLink(
                new AuditEntry(
                    AuditAction.of("action", entry.path("action").asText()),
                    entry.path("actor").asText(),
                    instant(entry.path("timestamp")),
                    entry.path("rationale").asText()),
                "",
                "",
                "",
                entry.path("hash").asText()));
  }

  /** What HTTP tells only as ratios is not told apart here. */
  static MetricsSnapshot metrics(JsonNode json) {
    Map<MemoryType, Long> byType = new java.util.EnumMap<>(MemoryType.class);
    json.path("records_by_type")
        .properties()
        .forEach(
            type -> byType.put(MemoryType.of("type", type.getKey()), type.getValue().asLong()));
    Statistics statistics =
        new Statistics(
            byType,
            json.path("avg_salience").asDouble(),
            json.path("avg_confidence").asDouble(),
            List.of(),
            json.path("active_records").asLong(),
            json.path("pinned_records").asLong(),
            0,
            Map.of(),
            json.path("competence_success_rate").asDouble(),
            json.path("plan_reuse_frequency").asDouble());
    return new MetricsSnapshot(
        instant(json.path("collected_at")), statistics, json.path("embedding_backlog").asLong());
  }

  static EraseReport erased(JsonNode report) {
    return new EraseReport(
        report.path("dry_run").asBoolean(),
        report.path("proof_id").asText(),
        counts(report.path("records")),
        counts(report.path("learned")),
        report.path("changed").asLong(),
        report.path("pruned").asLong(),
        report.path("idempotency_keys").asLong(),
        texts(report.path("ids")),
        texts(report.path("learned_ids")),
        texts(report.path("changed_ids")),
        texts(report.path("pruned_ids")),
        texts(report.path("others")),
        report.path("others_truncated").asBoolean(),
        report.path("digest").asText(),
        report.has("data_key_destroyed") ? report.path("data_key_destroyed").asBoolean() : null);
  }

  private static Map<MemoryType, Long> counts(JsonNode byType) {
    Map<MemoryType, Long> counts = new EnumMap<>(MemoryType.class);
    byType
        .properties()
        .forEach(it -> counts.put(MemoryType.of("type", it.getKey()), it.getValue().asLong()));
    return counts;
  }

  static ConsolidationResult consolidation(JsonNode json) {
    int duplicates = json.path("duplicates_resolved").asInt();
    return new ConsolidationResult(
        Map.of(
            "episodic-compression",
            new StageResult(0, duplicates, json.path("episodic_compressed").asInt(), 0),
            "semantic",
            made(json.path("semantic_extracted")),
            "llm-extraction",
            made(json.path("semantic_triples_extracted")),
            "competence",
            made(json.path("competence_extracted")),
            "plan-graph",
            made(json.path("plan_graphs_extracted"))),
        json.has("queued_again")
            ? new ConsolidationResult.Again(
                json.path("queued_again").asInt(), json.path("unreadable").asInt())
            : null);
  }

  private static StageResult made(JsonNode count) {
    return new StageResult(count.asInt(), 0, 0, 0);
  }
}
