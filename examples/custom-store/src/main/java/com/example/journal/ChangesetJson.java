package com.example.journal;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.HistorySteps.ErasedStates;
import dev.membrane.spi.commit.HistorySteps.KeptStates;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A changeset as one line of JSON. */
final class ChangesetJson {

  private static final RecordCodec CODEC = new RecordCodec();

  private ChangesetJson() {}

  static String write(Changeset changeset) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("keys_removed", changeset.keysRemoved().stream().map(ChangesetJson::key).toList());
    json.put("rows_done", changeset.rowsDone().stream().map(ChangesetJson::row).toList());
    json.put("changes", changeset.changes().stream().map(ChangesetJson::change).toList());
    json.put("embeddings", changeset.embeddings().stream().map(ChangesetJson::embedding).toList());
    json.put("keys_added", changeset.keysAdded().stream().map(ChangesetJson::key).toList());
    json.put("rows_added", changeset.rowsAdded().stream().map(ChangesetJson::row).toList());
    json.put("runs_dropped", changeset.runsDropped());
    json.put("runs_kept", changeset.runsKept().stream().map(ChangesetJson::run).toList());
    json.put(
        "rationales_erased", changeset.rationalesErased().stream().map(ChangesetJson::erased).toList());
    json.put("history", history(changeset.history()));
    return CODEC.write(JsonValue.of(json));
  }

  private static Map<String, Object> history(HistorySteps steps) {
    ErasedStates erased = steps.erased();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", text(steps.at()));
    json.put("key_kinds", steps.kept() == null ? List.of() : steps.kept().keyKinds());
    json.put("erased", erased.records());
    json.put("is_erasure", erased.isErasure());
    json.put("erased_keys", erased.keys());
    json.put("erased_runs", erased.runs().stream().map(ChangesetJson::place).toList());
    json.put("expired", text(steps.expired()));
    return json;
  }

  private static Map<String, Object> place(RunPlace place) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scope", place.scope());
    json.put("sensitivity", place.sensitivity().wireName());
    return json;
  }

  private static String text(Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static Map<String, Object> erased(ErasedRationales rationales) {
    return Map.of("id", rationales.id(), "entries", rationales.entries());
  }

  private static Map<String, Object> key(Key key) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", key.name());
    json.put("value", key.value());
    json.put("owner", key.owner());
    return json;
  }

  private static Map<String, Object> row(QueueRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("queue", row.queue());
    json.put("item", row.item());
    json.put("due_at", row.dueAt().toString());
    json.put("attempts", row.attempts());
    return json;
  }

  private static Map<String, Object> run(KeptRun run) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", run.id());
    json.put("scope", run.scope());
    json.put("sensitivity", run.sensitivity().wireName());
    json.put("at", run.at().toString());
    json.put("words", run.words());
    json.put("tools", run.tools());
    json.put("groups", run.groups());
    return json;
  }

  private static Map<String, Object> change(Change change) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (change instanceof Change.Insert insert) {
      json.put("do", "insert");
      json.put("version", insert.version());
      json.put("nonce", insert.nonce());
      state(insert.record(), insert.anchor(), insert.terms(), json);
    } else if (change instanceof Change.Replace replace) {
      json.put("do", "replace");
      json.put("version_seen", replace.versionSeen());
      json.put("nonce", replace.nonce());
      state(replace.record(), replace.anchor(), replace.terms(), json);
    } else if (change instanceof Change.Reindex reindex) {
      json.put("do", "reindex");
      json.put("version_seen", reindex.versionSeen());
      state(reindex.record(), reindex.anchor(), reindex.terms(), json);
    } else if (change instanceof Change.Delete delete) {
      json.put("do", "delete");
      json.put("keeps_versions", delete.keepsVersions());
      json.put("version_seen", delete.versionSeen());
      json.put("id", delete.id());
    } else if (change instanceof Change.Bury bury) {
      json.put("do", "bury");
      json.put("id", bury.id());
      json.put("scope", bury.scope());
      json.put("sensitivity", bury.sensitivity().wireName());
    }
    json.put("audit", change.audit().stream().map(ChangesetJson::link).toList());
    return json;
  }

  private static void state(
      MemoryRecord record, Anchor anchor, Terms terms, Map<String, Object> json) {
    // As text, for a record may nest as deeply as JSON is allowed to.
    json.put("record", CODEC.encode(record));
    json.put("salience", anchor.salience());
    json.put("anchored_at", anchor.at().toString());
    json.put("terms", terms.counts());
    json.put("mark", terms.mark());
  }

  private static Map<String, Object> link(AuditLink link) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("action", link.entry().action().wireName());
    json.put("actor", link.entry().actor());
    json.put("timestamp", link.entry().timestamp().toString());
    json.put("rationale", link.entry().rationale());
    json.put("nonce", link.nonce());
    json.put("rationale_hash", link.rationaleHash());
    json.put("content_hash", link.contentHash());
    json.put("hash", link.hash());
    return json;
  }

  private static Map<String, Object> embedding(Embedding embedding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", embedding.id());
    json.put("model", embedding.model());
    json.put("vector", Base64.getEncoder().encodeToString(embedding.vector().toBytes()));
    return json;
  }

  static Changeset read(String line) {
    Members json = new Members((JsonObject) CODEC.parse("line", line));
    Changeset.Builder changes = Changeset.builder();
    json.objects("keys_removed").forEach(key -> changes.removeKey(key(key)));
    json.objects("rows_done").forEach(row -> changes.done(row(row)));
    json.objects("changes").forEach(change -> changes.change(change(change)));
    json.objects("embeddings").forEach(embedding -> changes.embed(embedding(embedding)));
    json.objects("keys_added").forEach(key -> changes.addKey(key(key)));
    json.objects("rows_added").forEach(row -> changes.enqueue(row(row)));
    json.texts("runs_dropped").forEach(changes::dropRun);
    json.objects("runs_kept").forEach(run -> changes.keepRun(run(run)));
    json.objects("rationales_erased").forEach(some -> changes.erase(erased(some)));
    JsonObject history = json.object("history");
    return history == null
        ? changes.build()
        : changes.build().with(history(new Members(history)));
  }

  private static HistorySteps history(Members json) {
    Instant at = json.optionalInstant("at");
    ErasedStates erased =
        new ErasedStates(
            json.texts("erased").toList(),
            json.isTrue("is_erasure"),
            json.texts("erased_keys").toList(),
            json.objects("erased_runs").map(ChangesetJson::place).toList());
    return new HistorySteps(
        at == null ? null : new KeptStates(at, json.texts("key_kinds").toList()),
        erased,
        json.optionalInstant("expired"));
  }

  private static RunPlace place(Members json) {
    return new RunPlace(json.optionalText("scope"), Sensitivity.of("sensitivity", json.text("sensitivity")));
  }

  private static ErasedRationales erased(Members json) {
    return new ErasedRationales(json.text("id"), json.integers("entries"));
  }

  private static Key key(Members json) {
    return new Key(json.text("name"), json.text("value"), json.optionalText("owner"));
  }

  private static QueueRow row(Members json) {
    return new QueueRow(
        json.text("queue"),
        json.text("item"),
        json.instant("due_at"),
        (int) json.integer("attempts"));
  }

  private static KeptRun run(Members json) {
    return new KeptRun(
        json.text("id"),
        json.optionalText("scope"),
        Sensitivity.of("sensitivity", json.text("sensitivity")),
        json.instant("at"),
        json.counts("words"),
        json.counts("tools"),
        json.texts("groups").toList());
  }

  private static Change change(Members json) {
    List<AuditLink> audit = json.objects("audit").map(ChangesetJson::link).toList();
    return switch (json.text("do")) {
      case "insert" ->
          new Change.Insert(
              record(json),
              json.integer("version"),
              anchor(json),
              terms(json),
              nonce(json),
              audit);
      case "replace" ->
          new Change.Replace(
              json.integer("version_seen"),
              record(json),
              anchor(json),
              terms(json),
              nonce(json),
              audit);
      case "reindex" ->
          new Change.Reindex(
              json.integer("version_seen"), record(json), anchor(json), terms(json));
      case "bury" ->
          new Change.Bury(
              json.text("id"),
              json.optionalText("scope"),
              Sensitivity.of("sensitivity", json.text("sensitivity")),
              audit);
      default ->
          new Change.Delete(
              json.text("id"),
              json.integer("version_seen"),
              audit,
              json.isTrue("keeps_versions"));
    };
  }

  private static String nonce(Members json) {
    return Objects.requireNonNullElse(json.optionalText("nonce"), "");
  }

  private static MemoryRecord record(Members json) {
    return CODEC.decode(json.text("record"));
  }

  private static Anchor anchor(Members json) {
    return new Anchor(json.number("salience").doubleValue(), json.instant("anchored_at"));
  }

  private static Terms terms(Members json) {
    return new Terms(json.counts("terms"), Objects.requireNonNullElse(json.optionalText("mark"), ""));
  }

  private static Embedding embedding(Members json) {
    byte[] vector = Base64.getDecoder().decode(json.text("vector"));
    return new Embedding(json.text("id"), json.text("model"), Vector.fromBytes(vector));
  }

  private static AuditLink link(Members json) {
    AuditEntry entry =
        new AuditEntry(
            AuditAction.of("action", json.text("action")),
            json.text("actor"),
            json.instant("timestamp"),
            json.text("rationale"));
    return new AuditLink(
        entry,
        json.text("nonce"),
        json.text("rationale_hash"),
        json.text("content_hash"),
        json.text("hash"));
  }
}
