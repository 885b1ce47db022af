package dev.membrane.schema;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unit of memory. A record that exists has everything it needs and is in canonical form;
 * whether it also makes sense is what {@link Validation} says.
 *
 * @param id a UUID in lower case; never changes, never reused
 * @param type what kind of knowledge it is; the same as the kind of the payload
 * @param sensitivity who may see it
 * @param confidence how far it can be relied on, 0 to 1
 * @param salience how much it matters, at least 0, at the instant the record was read or written
 * @param scope who or what it belongs to; null: visible in every scope
 * @param tags free labels, each once, in the order given
 * @param createdAt when it was created, in whole microseconds
 * @param updatedAt when it last changed, in whole microseconds
 * @param lifecycle decay, reinforcement and deletion
 * @param provenance where it came from
 * @param relations edges to other records
 * @param payload what it says
 * @param auditLog what was done to it, oldest first
 */
public record MemoryRecord(
    String id,
    MemoryType type,
    Sensitivity sensitivity,
    double confidence,
    double salience,
    @Nullable String scope,
    List<String> tags,
    Instant createdAt,
    Instant updatedAt,
    Lifecycle lifecycle,
    Provenance provenance,
    List<Relation> relations,
    Payload payload,
    List<AuditEntry> auditLog)
    implements RecordView {

  /** The tag of a fact that was told and never said by whom it is about. The engine adds it. */
  public static final String HEARSAY = "hearsay";

  public MemoryRecord {
    id = Components.present("id", id);
    type = Components.present("type", type);
    sensitivity = Components.present("sensitivity", sensitivity);
    // Zero has a sign in Java and in JSON, but not in every database.
    confidence = confidence + 0.0;
    salience = salience + 0.0;
    scope = Components.optional(scope);
    tags = List.copyOf(new LinkedHashSet<>(Components.optionalList("tags", tags)));
    createdAt = Components.instant("created_at", createdAt);
    updatedAt = Components.instant("updated_at", updatedAt);
    lifecycle = Components.present("lifecycle", lifecycle);
    provenance = Components.present("provenance", provenance);
    relations = Components.optionalList("relations", relations);
    payload = Components.present("payload", payload);
    auditLog = Components.optionalList("audit_log", auditLog);
  }

  /** What revisions have done to this record, if anything. */
  public @Nullable RevisionState revision() {
    return payload.revision();
  }

  /** Whether this record was withdrawn or replaced, so that retrieval leaves it out. */
  public boolean isRetired() {
    RevisionState revision = revision();
    return revision != null && revision.isRetired();
  }

  /** The key of the episode that it is of; null if it is no episode, or one without a key. */
  public @Nullable String episode() {
    return payload instanceof EpisodicPayload trace ? trace.episode() : null;
  }

  /** Whether it is the first record of an episode with a key. */
  public boolean beginsEpisode() {
    return episode() != null
        && relations.stream().noneMatch(to -> to.predicate().equals(Relation.PART_OF));
  }

  /** This record with another salience. */
  public MemoryRecord withSalience(double newSalience) {
    return toBuilder().salience(newSalience).build();
  }

  /** This record with another audit log. */
  public MemoryRecord withAuditLog(List<AuditEntry> entries) {
    return toBuilder().auditLog(entries).build();
  }

  /** A builder without any values; what {@link Builder#build} requires has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with this record's values. */
  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .type(type)
        .sensitivity(sensitivity)
        .confidence(confidence)
        .salience(salience)
        .scope(scope)
        .tags(tags)
        .createdAt(createdAt)
        .updatedAt(updatedAt)
        .lifecycle(lifecycle)
        .provenance(provenance)
        .relations(relations)
        .payload(payload)
        .auditLog(auditLog);
  }

  /** Collects the components of a record. Not thread-safe. */
  public static final class Builder {
    private @Nullable String id;
    private @Nullable MemoryType type;
    private @Nullable Sensitivity sensitivity;
    private @Nullable Double confidence;
    private @Nullable Double salience;
    private @Nullable String scope;
    private List<String> tags = List.of();
    private @Nullable Instant createdAt;
    private @Nullable Instant updatedAt;
    private @Nullable Lifecycle lifecycle;
    private @Nullable Provenance provenance;
    private List<Relation> relations = List.of();
    private @Nullable Payload payload;
    private List<AuditEntry> auditLog = List.of();

    private Builder() {}

    /** A UUID in lower case; never changes, never reused. */
    public Builder id(String value) {
      this.id = value;
      return this;
    }

    /** What kind of knowledge it is; the same as the kind of the payload. */
    public Builder type(MemoryType value) {
      this.type = value;
      return this;
    }

    /** Who may see it. */
    public Builder sensitivity(Sensitivity value) {
      this.sensitivity = value;
      return this;
    }

    /** How far it can be relied on, 0 to 1. */
    public Builder confidence(double value) {
      this.confidence = value;
      return this;
    }

    /** How much it matters, at least 0, at the instant the record was read or written. */
    public Builder salience(double value) {
      this.salience = value;
      return this;
    }

    /** Who or what it belongs to; null: visible in every scope. */
    public Builder scope(@Nullable String value) {
      this.scope = value;
      return this;
    }

    /** Free labels, each once, in the order given. */
    public Builder tags(List<String> value) {
      this.tags = value;
      return this;
    }

    /** When it was created, in whole microseconds. */
    public Builder createdAt(Instant value) {
      this.createdAt = value;
      return this;
    }

    /** When it last changed, in whole microseconds. */
    public Builder updatedAt(Instant value) {
      this.updatedAt = value;
      return this;
    }

    /** Decay, reinforcement and deletion. */
    public Builder lifecycle(Lifecycle value) {
      this.lifecycle = value;
      return this;
    }

    /** Where it came from. */
    public Builder provenance(Provenance value) {
      this.provenance = value;
      return this;
    }

    /** Edges to other records. */
    public Builder relations(List<Relation> value) {
      this.relations = value;
      return this;
    }

    /** What it says. */
    public Builder payload(Payload value) {
      this.payload = value;
      return this;
    }

    /** What was done to it, oldest first. */
    public Builder auditLog(List<AuditEntry> value) {
      this.auditLog = value;
      return this;
    }

    /**
     * The record.
     *
     * @throws ValidationException if a required component was not set
     */
    public MemoryRecord build() {
      return new MemoryRecord(
          Components.present("id", id),
          Components.present("type", type),
          Components.present("sensitivity", sensitivity),
          Components.present("confidence", confidence),
          Components.present("salience", salience),
          scope,
          tags,
          Components.present("created_at", createdAt),
          Components.present("updated_at", updatedAt),
          Components.present("lifecycle", lifecycle),
          Components.present("provenance", provenance),
          relations,
          Components.present("payload", payload),
          auditLog);
    }
  }
}
