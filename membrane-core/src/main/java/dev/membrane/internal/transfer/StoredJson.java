package dev.membrane.internal.transfer;

import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.value.FarFuture;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.Validation;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a store keeps besides the records themselves. */
final class StoredJson {

  /**
   * The highest version that is taken. No record is written so often; a higher one would run over
   * with what is written next.
   */
  private static final long MAX_VERSION = 1L << 53;

  /** The most that the counts of a run may be together: more than any run has, and no overflow. */
  private static final int MAX_COUNTED = 1 << 30;

  private static final RecordText TEXT = new RecordText(new TextAnalyzer());

  private StoredJson() {}

  static Map<String, Object> besides(Kept kept, StoredRecord stored, boolean withEmbedding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", stored.version());
    json.put("anchored_at", Timestamps.write(stored.anchor().at()));
    if (!kept.trail().nonce().isEmpty()) {
      json.put("nonce", kept.trail().nonce());
    }
    json.put("links", kept.trail().links().stream().map(StoredJson::link).toList());
    if (!kept.keys().isEmpty()) {
      json.put("keys", sorted(kept.keys(), Key::name).map(StoredJson::key).toList());
    }
    if (!kept.rows().isEmpty()) {
      json.put("work", sorted(kept.rows(), QueueRow::queue).map(StoredJson::row).toList());
    }
    Embedding embedding = kept.embedding();
    if (withEmbedding && embedding != null) {
      json.put("embedding", embedding(embedding));
    }
    return json;
  }

  /** Two stores that hold the same write the same. */
  private static <T> Stream<T> sorted(List<T> some, Function<T, String> by) {
    return some.stream().sorted(Comparator.comparing(by));
  }

  /**
   * A record with its own members and those of {@link #besides}.
   *
   * @param latest the latest instant that the clock of a server can have written
   */
  static LineContent.RecordContent whole(MemoryRecord record, LineMembers json, Instant latest) {
    Validation.check(record);
    checkInstants(record, latest);
    String id = record.id();
    List<AuditLink> links = links(record.auditLog(), json);
    LineMembers embedding = json.optionalObject("embedding");
    return new LineContent.RecordContent(
        record,
        json.integer("version", 1, MAX_VERSION),
        new Anchor(record.salience(), json.instant("anchored_at", latest)),
        TEXT.termsOf(record),
        Objects.requireNonNullElse(json.optionalText("nonce"), ""),
        links,
        json.objects("keys").stream().map(key -> key(key, id)).toList(),
        json.objects("work").stream().map(row -> row(row, id, latest)).toList(),
        embedding == null ? null : embedding(embedding, id));
  }

  private static void checkInstants(MemoryRecord record, Instant latest) {
    FarFuture.check("created_at", record.createdAt(), latest);
    FarFuture.check("updated_at", record.updatedAt(), latest);
    FarFuture.check("lifecycle.last_reinforced_at", record.lifecycle().lastReinforcedAt(), latest);
    int index = 0;
    for (AuditEntry entry : record.auditLog()) {
      FarFuture.check("audit_log[" + index++ + "].timestamp", entry.timestamp(), latest);
    }
  }

  static Map<String, Object> tombstone(AuditTrail trail) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", trail.id());
    if (trail.scope() != null) {
      json.put("scope", trail.scope());
    }
    json.put("sensitivity", trail.sensitivity().wireName());
    json.put("audit_log", trail.entries().stream().map(StoredJson::entry).toList());
    json.put("links", trail.links().stream().map(StoredJson::link).toList());
    return json;
  }

  static LineContent.Tombstone tombstone(LineMembers json, Instant latest) {
    String id = id(json);
    List<AuditEntry> log =
        json.objects("audit_log").stream().map(entry -> entry(entry, latest)).toList();
    return new LineContent.Tombstone(
        id,
        json.optionalText("scope"),
        Sensitivity.of("sensitivity", json.text("sensitivity")),
        links(log, json));
  }

  private static String id(LineMembers json) {
    String id = json.text("id");
    if (RecordIds.canonical(id).filter(id::equals).isEmpty()) {
      throw json.fault("id", "must be a UUID in lower case");
    }
    return id;
  }

  static Map<String, Object> run(KeptRun run) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", run.id());
    if (run.scope() != null) {
      json.put("scope", run.scope());
    }
    json.put("sensitivity", run.sensitivity().wireName());
    json.put("at", Timestamps.write(run.at()));
    json.put("words", new TreeMap<>(run.words()));
    json.put("tools", new TreeMap<>(run.tools()));
    json.put("groups", run.groups());
    return json;
  }

  /**
   * A kept run with the members of {@link #run(KeptRun)}. When it was, a caller has told: it may be
   * in the future.
   */
  static KeptRun run(LineMembers json) {
    KeptRun run =
        new KeptRun(
            id(json),
            json.optionalText("scope"),
            Sensitivity.of("sensitivity", json.text("sensitivity")),
            json.instant("at"),
            json.counts("words", MAX_COUNTED),
            json.counts("tools", MAX_COUNTED),
            json.texts("groups"));
    checkAreWords(json, "words", run.words().keySet());
    checkAreWords(json, "groups", run.groups());
    return run;
  }

  private static void checkAreWords(LineMembers json, String name, Collection<String> texts) {
    if (texts.stream()
        .anyMatch(text -> text.isEmpty() || text.chars().anyMatch(StoredJson::isBlank))) {
      throw json.fault(name, "must be words without blanks");
    }
  }

  private static boolean isBlank(int character) {
    return Character.isWhitespace(character) || Character.isISOControl(character);
  }

  static Map<String, Object> key(Key key) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", key.name());
    json.put("value", key.value());
    return json;
  }

  static Key key(LineMembers json, @Nullable String owner) {
    Key key = new Key(json.text("name"), json.text("value"), owner);
    KeyCheck.check(key);
    return key;
  }

  static Map<String, Object> row(QueueRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("queue", row.queue());
    json.put("due_at", Timestamps.write(row.dueAt()));
    json.put("attempts", row.attempts());
    return json;
  }

  /** A queue row of an item. Pruning alone may be due in millennia, or is put off for ever. */
  static QueueRow row(LineMembers json, String item, Instant latest) {
    String queue = json.text("queue");
    Instant latestDue = queue.equals(Queues.PRUNING) ? Timestamps.MAX : latest;
    int attempts = (int) json.integer("attempts", 0, Integer.MAX_VALUE);
    return new QueueRow(queue, item, json.instant("due_at", latestDue), attempts);
  }

  private static Map<String, Object> embedding(Embedding embedding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("model", embedding.model());
    json.put("vector", Base64.getEncoder().encodeToString(embedding.vector().toBytes()));
    return json;
  }

  private static Embedding embedding(LineMembers json, String id) {
    String text = json.text("vector");
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (bytes.length > 0 && bytes.length % 2 == 0) {
        return new Embedding(id, json.text("model"), Vector.fromBytes(bytes));
      }
    } catch (IllegalArgumentException noBase64) {
      throw json.fault("vector", "must be Base64: " + noBase64.getMessage());
    }
    throw json.fault("vector", "must be numbers of two bytes");
  }

  private static Map<String, Object> entry(AuditEntry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("action", entry.action().wireName());
    json.put("actor", entry.actor());
    json.put("timestamp", Timestamps.write(entry.timestamp()));
    json.put("rationale", entry.rationale());
    return json;
  }

  private static AuditEntry entry(LineMembers json, Instant latest) {
    return new AuditEntry(
        AuditAction.of("action", json.text("action")),
        json.text("actor"),
        json.instant("timestamp", latest),
        json.text("rationale"));
  }

  private static Map<String, Object> link(AuditLink link) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("nonce", link.nonce());
    json.put("rationale_hash", link.rationaleHash());
    json.put("content_hash", link.contentHash());
    json.put("hash", link.hash());
    return json;
  }

  private static List<AuditLink> links(List<AuditEntry> log, LineMembers json) {
    List<LineMembers> proofs = json.objects("links");
    if (proofs.size() != log.size()) {
      throw json.fault("links", "must be as many as audit_log has entries");
    }
    List<AuditLink> links = new ArrayList<>();
    for (LineMembers proof : proofs) {
      links.add(
          new AuditLink(
              log.get(links.size()),
              proof.text("nonce"),
              proof.text("rationale_hash"),
              proof.text("content_hash"),
              proof.text("hash")));
    }
    return links;
  }
}
