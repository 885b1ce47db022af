package dev.membrane.schema;

import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as a caller hands it in; the engine fills in null components. It has no {@code
 * created_at}, {@code updated_at} and {@code audit_log}: only the engine sets those.
 *
 * @param id the id asked for
 * @param type what kind of knowledge it is
 * @param sensitivity who may see it
 * @param confidence how far it can be relied on, 0 to 1
 * @param salience how much it matters, at least 0
 * @param scope who or what it belongs to
 * @param tags free labels, each once, in the order given
 * @param lifecycle decay, reinforcement and deletion
 * @param provenance where it came from
 * @param relations edges to other records
 * @param payload what it says
 */
public record RecordDraft(
    @Nullable String id,
    @Nullable MemoryType type,
    @Nullable Sensitivity sensitivity,
    @Nullable Double confidence,
    @Nullable Double salience,
    @Nullable String scope,
    @Nullable List<String> tags,
    @Nullable LifecycleDraft lifecycle,
    @Nullable Provenance provenance,
    @Nullable List<Relation> relations,
    @Nullable Payload payload) {

  public RecordDraft {
    scope = Components.optional(scope);
    tags = tags == null ? null : List.copyOf(new LinkedHashSet<>(Components.list("tags", tags)));
    relations = relations == null ? null : Components.list("relations", relations);
  }

  /** A draft that asks for a record like this one, its id included. */
  public static RecordDraft of(MemoryRecord record) {
    return new RecordDraft(
        record.id(),
        record.type(),
        record.sensitivity(),
        record.confidence(),
        record.salience(),
        record.scope(),
        record.tags(),
        LifecycleDraft.of(record.lifecycle()),
        record.provenance(),
        record.relations(),
        record.payload());
  }

  /** A builder that asks for nothing yet. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with this draft's values. */
  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .type(type)
        .sensitivity(sensitivity)
        .confidence(confidence)
        .salience(salience)
        .scope(scope)
        .tags(tags)
        .lifecycle(lifecycle)
        .provenance(provenance)
        .relations(relations)
        .payload(payload);
  }

  /** Collects the components of a draft. Not thread-safe. */
  public static final class Builder {
    private @Nullable String id;
    private @Nullable MemoryType type;
    private @Nullable Sensitivity sensitivity;
    private @Nullable Double confidence;
    private @Nullable Double salience;
    private @Nullable String scope;
    private @Nullable List<String> tags;
    private @Nullable LifecycleDraft lifecycle;
    private @Nullable Provenance provenance;
    private @Nullable List<Relation> relations;
    private @Nullable Payload payload;

    private Builder() {}

    /** The id asked for. */
    public Builder id(@Nullable String value) {
      this.id = value;
      return this;
    }

    /** What kind of knowledge it is. */
    public Builder type(@Nullable MemoryType value) {
      this.type = value;
      return this;
    }

    /** Who may see it. */
    public Builder sensitivity(@Nullable Sensitivity value) {
      this.sensitivity = value;
      return this;
    }

    /** How far it can be relied on, 0 to 1. */
    public Builder confidence(@Nullable Double value) {
      this.confidence = value;
      return this;
    }

    /** How much it matters, at least 0. */
    public Builder salience(@Nullable Double value) {
      this.salience = value;
      return this;
    }

    /** Who or what it belongs to. */
    public Builder scope(@Nullable String value) {
      this.scope = value;
      return this;
    }

    /** Free labels, each once, in the order given. */
    public Builder tags(@Nullable List<String> value) {
      this.tags = value;
      return this;
    }

    /** Decay, reinforcement and deletion. */
    public Builder lifecycle(@Nullable LifecycleDraft value) {
      this.lifecycle = value;
      return this;
    }

    /** Where it came from. */
    public Builder provenance(@Nullable Provenance value) {
      this.provenance = value;
      return this;
    }

    /** Edges to other records. */
    public Builder relations(@Nullable List<Relation> value) {
      this.relations = value;
      return this;
    }

    /** What it says. */
    public Builder payload(@Nullable Payload value) {
      this.payload = value;
      return this;
    }

    /** The draft. */
    public RecordDraft build() {
      return new RecordDraft(
          id,
          type,
          sensitivity,
          confidence,
          salience,
          scope,
          tags,
          lifecycle,
          provenance,
          relations,
          payload);
    }
  }
}
