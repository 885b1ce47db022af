package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.TaskState;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The state of a task. Immutable. */
public final class WorkingStateRequest extends RequestValues implements IngestRequest {

  private final String source;
  private final String threadId;
  private final @Nullable TaskState state;
  private final List<String> nextActions;
  private final List<String> openQuestions;
  private final @Nullable String contextSummary;
  private final List<Constraint> activeConstraints;
  private final IngestOptions options;

  private WorkingStateRequest(Builder built) {
    this.source = built.source;
    this.threadId = built.threadId;
    this.state = built.state;
    this.nextActions = built.nextActions;
    this.openQuestions = built.openQuestions;
    this.contextSummary = built.contextSummary;
    this.activeConstraints = built.activeConstraints;
    this.options = built.options();
  }

  /** A builder. Everything without a default has to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** The actor whose task it is. */
  @Override
  public String source() {
    return source;
  }

  /** The thread or session of the task, in NFC from here on. */
  public String threadId() {
    return threadId;
  }

  /** The task's state; null is refused as missing. */
  public @Nullable TaskState state() {
    return state;
  }

  /** What is planned next. */
  public List<String> nextActions() {
    return nextActions;
  }

  /** What is unresolved. */
  public List<String> openQuestions() {
    return openQuestions;
  }

  /** The context in words; null: none. */
  public @Nullable String contextSummary() {
    return contextSummary;
  }

  /** The constraints on the task. */
  public List<Constraint> activeConstraints() {
    return activeConstraints;
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
    value.accept("threadId", threadId);
    value.accept("state", state);
    value.accept("nextActions", nextActions);
    value.accept("openQuestions", openQuestions);
    value.accept("contextSummary", contextSummary);
    value.accept("activeConstraints", activeConstraints);
    value.accept("options", options);
  }

  /** Builds a request. Not thread-safe. */
  public static final class Builder extends OptionsBuilder<Builder> {

    private String source = "";
    private String threadId = "";
    private @Nullable TaskState state;
    private List<String> nextActions = List.of();
    private List<String> openQuestions = List.of();
    private @Nullable String contextSummary;
    private List<Constraint> activeConstraints = List.of();

    private Builder() {}

    /** Sets the actor whose task it is. */
    public Builder source(String value) {
      source = requireNonNull(value, "source");
      return this;
    }

    /** Sets the thread or session of the task, in NFC from here on. */
    public Builder threadId(String value) {
      threadId = IdentityText.of(requireNonNull(value, "thread_id"));
      return this;
    }

    /** Sets the task's state. */
    public Builder state(TaskState value) {
      state = requireNonNull(value, "state");
      return this;
    }

    /** Sets what is planned next. */
    public Builder nextActions(List<String> value) {
      nextActions = Elements.of("next_actions", value);
      return this;
    }

    /** Sets what is unresolved. */
    public Builder openQuestions(List<String> value) {
      openQuestions = Elements.of("open_questions", value);
      return this;
    }

    /** Sets the context in words. */
    public Builder contextSummary(String value) {
      contextSummary = requireNonNull(value, "context_summary");
      return this;
    }

    /** Sets the constraints on the task. */
    public Builder activeConstraints(List<Constraint> value) {
      activeConstraints = Elements.of("active_constraints", value);
      return this;
    }

    /** Builds the request. Its rules are checked when it is handed in. */
    public WorkingStateRequest build() {
      return new WorkingStateRequest(this);
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
