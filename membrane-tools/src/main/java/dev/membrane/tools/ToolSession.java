package dev.membrane.tools;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whose memory a tool uses, and what else is known of the request besides its arguments. The host
 * decides all of it, and a model decides nothing.
 */
public interface ToolSession {

  /** The memory as the caller sees it. */
  Memory memory();

  /**
   * What the caller may do, as far as that is known here. By default that is everything; the memory
   * judges each call itself.
   */
  default Caller caller() {
    return Caller.ANONYMOUS;
  }

  /** By whom things are said to come that a model tells. */
  String source();

  /** The only scope that is read; empty: all scopes of the caller. */
  Optional<String> scope();

  /** What names the scope, for a model that reads of one that is missing or wrong. */
  default String scopeSetting() {
    return "the host";
  }

  /** Where it is stored what a model tells. */
  IngestOptions options();

  /** The same in repeats of the same request; empty: every request counts. */
  default Optional<String> idempotencyKey() {
    return Optional.empty();
  }

  /** A procedure is about to be told to the model. */
  default void offer(String recordId) {}

  /** All that the caller may see, in the scope. */
  default TrustContext trust() {
    return TrustContext.upTo(Sensitivity.HYPER, scope().stream().toArray(String[]::new));
  }

  /**
   * The state of a thread of work as it was last saved.
   *
   * @throws dev.membrane.schema.ValidationException if the caller sees one of another thread of
   *     that name in another scope, and no scope is chosen
   */
  default Optional<MemoryRecord> state(String threadId) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(trust())
            .memoryTypes(Set.of(MemoryType.WORKING))
            .threadId(threadId)
            .limit(50)
            .build();
    List<MemoryRecord> states = memory().retrieval().retrieve(request).records();
    Set<String> scopes = new TreeSet<>();
    states.forEach(state -> scopes.add(Objects.requireNonNullElse(state.scope(), "")));
    if (scopes.size() > 1 && !ChosenScope.isOnly(this)) {
      throw ChosenScope.isMissing("thread " + threadId + " is saved", scopes);
    }
    return states.stream().findFirst();
  }
}
