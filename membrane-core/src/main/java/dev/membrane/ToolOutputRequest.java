package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ToolEffect;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A tool was called. Immutable. */
public final class ToolOutputRequest extends RequestValues implements IngestRequest {

  private final String source;
  private final String toolName;
  private final @Nullable JsonObject args;
  private final @Nullable JsonValue result;
  private final List<String> dependsOn;
  private final @Nullable ToolEffect effect;
  private final @Nullable JsonValue data;
  private final @Nullable DeletionPolicy deletionPolicy;
  private final IngestOptions options;

  private ToolOutputRequest(Builder built) {
    this.source = built.source;
    this.toolName = built.toolName;
    this.args = built.args;
    this.result = built.result;
    this.dependsOn = built.dependsOn;
    this.effect = built.effect;
    this.data = built.data;
    this.deletionPolicy = built.deletionPolicy;
    this.options = built.options();
  }

  /** A builder. Everything without a default has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The actor that called it. */
  @Override
  public String source() {
    return source;
  }

  /** The tool. */
  public String toolName() {
    return toolName;
  }

  /** Its arguments; null: none. */
  public @Nullable JsonObject args() {
    return args;
  }

  /** What it answered; null: nothing. */
  public @Nullable JsonValue result() {
    return result;
  }

  /** The ids of the tool nodes whose results it needed. */
  public List<String> dependsOn() {
    return dependsOn;
  }

  /** The effect that the tool declares; null: none. */
  public @Nullable ToolEffect effect() {
    return effect;
  }

  /** Data that is kept as it is; null: none. */
  public @Nullable JsonValue data() {
    return data;
  }

  /** The deletion policy of its episode from now on; null: unchanged, at first the default. */
  public @Nullable DeletionPolicy deletionPolicy() {
    return deletionPolicy;
  }

  /** The options that all ingestion requests have. */
  public IngestOptions options() {
    return options;
  }

  /** See {@link IngestOptions#idempotencyKey(String)}; null: every call counts. */
  @Override
  public @Nullable String idempotencyKey() {
    return options.idempotencyKey();
  }

  @Override
  void each(BiConsumer<String, @Nullable Object> value) {
    value.accept("source", source);
    value.accept("toolName", toolName);
    value.accept("args", args);
    value.accept("result", result);
    value.accept("dependsOn", dependsOn);
    value.accept("effect", effect);
    value.accept("data", data);
    value.accept("deletionPolicy", deletionPolicy);
    value.accept("options", options);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder extends OptionsBuilder<Builder> {

    private String source = "";
    private String toolName = "";
    private @Nullable JsonObject args;
    private @Nullable JsonValue result;
    private List<String> dependsOn = List.of();
    private @Nullable ToolEffect effect;
    private @Nullable JsonValue data;
    private @Nullable DeletionPolicy deletionPolicy;

    private Builder() {}

    /** Sets the actor that called it. */
    public Builder source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /** Sets the tool. */
    public Builder toolName(String value) {
      toolName = requireNonNull(value, "tool_name");
      return this;
    }

    /** Sets its arguments. */
    public Builder args(JsonObject value) {
      args = requireNonNull(value, "args");
      return this;
    }

    /** Sets what it answered. */
    public Builder result(JsonValue value) {
      result = requireNonNull(value, "result");
      return this;
    }

    /** Sets the ids of the tool nodes whose results it needed. */
    public Builder dependsOn(List<String> value) {
      dependsOn = Elements.of("depends_on", value);
      return this;
    }

    /** Sets the effect that the tool declares: whether its calls change anything. */
    public Builder effect(ToolEffect value) {
      effect = requireNonNull(value, "effect");
      return this;
    }

    /**
     * Sets data that is kept as it is, such as a whole message with its pictures. It is not
     * searched, and no model is sent it.
     */
    public Builder data(JsonValue value) {
      data = requireNonNull(value, "data");
      return this;
    }

    /**
     * Sets the deletion policy of all records of its episode from now on: {@code auto_prune} or
     * {@code manual_only}.
     */
    public Builder deletionPolicy(DeletionPolicy value) {
      deletionPolicy = requireNonNull(value, "deletion_policy");
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public ToolOutputRequest build() {
      return new ToolOutputRequest(this);
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
