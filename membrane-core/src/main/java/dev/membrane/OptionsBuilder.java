package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.Sensitivity;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The common part of builders of requests with {@link IngestOptions}. Not thread-safe.
 *
 * @param <B> the builder
 */
abstract sealed class OptionsBuilder<B extends OptionsBuilder<B>>
    permits EventRequest.Builder,
        ToolOutputRequest.Builder,
        ObservationRequest.Builder,
        WorkingStateRequest.Builder {

  private IngestOptions options = IngestOptions.NONE;

  OptionsBuilder() {}

  /** Sets all options; those that were set before are lost. */
  public B options(IngestOptions all) {
    options = requireNonNull(all, "options");
    return self();
  }

  /** See {@link IngestOptions#timestamp(Instant)}. */
  public B timestamp(Instant when) {
    return with(options -> options.timestamp(when));
  }

  /** See {@link IngestOptions#tags(List)}. */
  public B tags(List<String> labels) {
    return with(options -> options.tags(labels));
  }

  /** See {@link IngestOptions#scope(String)}. */
  public B scope(String where) {
    return with(options -> options.scope(where));
  }

  /** See {@link IngestOptions#unscoped()}. */
  public B unscoped() {
    return with(IngestOptions::unscoped);
  }

  /** See {@link IngestOptions#sensitivity(Sensitivity)}. */
  public B sensitivity(Sensitivity level) {
    return with(options -> options.sensitivity(level));
  }

  /** See {@link IngestOptions#episode(String)}. */
  public B episode(String key) {
    return with(options -> options.episode(key));
  }

  /** See {@link IngestOptions#idempotencyKey(String)}. */
  public B idempotencyKey(String key) {
    return with(options -> options.idempotencyKey(key));
  }

  final IngestOptions options() {
    return options;
  }

  private B with(UnaryOperator<IngestOptions> change) {
    options = change.apply(options);
    return self();
  }

  abstract B self();
}
