package dev.membrane.spi;

import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Follows each call through the process, for example as spans of a trace. It is told names, counts,
 * ids and outcomes, and never what is remembered, asked or answered.
 *
 * <p>By default nothing is followed, and following nothing allocates nothing. Implementations are
 * safe for use by many threads and return quickly. They should throw nothing and answer no null:
 * the engine logs it, and the call goes on without being followed there.
 */
public interface Tracer {

  /** Follows nothing. */
  Tracer NONE = new Tracer() {};

  /** What is spoken with whoever calls from outside. */
  enum Protocol {
    /** gRPC. */
    GRPC,
    /** Connect, over HTTP. */
    CONNECT,
    /** Plain HTTP. */
    HTTP,
    /** Plain HTTP over TLS. */
    HTTPS,
    /** The Model Context Protocol. */
    MCP
  }

  /** What a call asks of the memory. */
  enum Operation {
    /** It reads or lists. */
    SEARCH,
    /** It adds records. */
    CREATE,
    /** It changes records that there are. */
    UPDATE,
    /** It adds a record or changes one, whichever fits. */
    UPSERT,
    /** It deletes records. */
    DELETE
  }

  /** A part of what an operation does. */
  enum TracedStep {
    /** What was written before is embedded, and the call waits for it. */
    EMBEDDING_WAIT,
    /** Candidates are searched by their words. */
    CANDIDATE_POOL,
    /** The task is embedded, and candidates are searched by what they mean. */
    MEANING,
    /** Candidates are judged together with what was said next to them. */
    NEIGHBOUR_EXPANSION,
    /** The signals become one order. */
    FUSION,
    /** Procedures are chosen for the task. */
    SELECTION,
    /** Records are read, in their order. */
    HYDRATION,
    /** What the caller may not see is taken out. */
    REDACTION,
    /** The answer gets the form that was asked for. */
    PROJECTION,
    /** A commit is waited for. */
    COMMIT
  }

  /**
   * A call from outside.
   *
   * @param method the full name of the method; for HTTP that of the request, such as {@code POST}
   * @param target for HTTP the route, for MCP a tool or prompt; empty if there is none. Both names
   *     are those of the server, never text of a caller
   */
  record Incoming(Protocol protocol, String method, String target) {}

  /** Whether anything is followed; if not, nobody has to say what there is. */
  default boolean isOn() {
    return false;
  }

  /**
   * Begins a call from outside. It goes on with what its caller has begun, if that is said.
   *
   * @param header gives the value of a header by its name in lower case; null: it has none
   */
  default Call call(Incoming incoming, UnaryOperator<@Nullable String> header) {
    return Call.NONE;
  }

  /** Begins an operation, which ends on this thread. */
  default Span operation(Operation operation) {
    return Span.NONE;
  }

  /** Begins a step of the operation that this thread works for, which ends on this thread. */
  default Span step(TracedStep step) {
    return Span.NONE;
  }

  /** Work that another thread does for the same operation as this one. */
  default Runnable carrying(Runnable work) {
    return work;
  }

  /** Threads that work for the same operation as this one, also later on. */
  default Executor carrying(Executor threads) {
    return threads;
  }

  /** A call from outside that has begun. Thread-safe. */
  interface Call {

    /** Follows nothing. */
    Call NONE = new Call() {};

    /** Has this thread work for the call until the result is closed, on the same thread. */
    default Span enter() {
      return Span.NONE;
    }

    /**
     * Ends the call; only the first end counts.
     *
     * @param status as the protocol writes it, such as {@code NOT_FOUND} or {@code 404}; for MCP
     *     the number of JSON-RPC's error, or for a tool the code that gRPC would have, or empty if
     *     nothing went wrong
     */
    default void end(String status) {}
  }

  /** A piece of work that has begun. For use by one thread. */
  interface Span extends AutoCloseable {

    /** Follows nothing. */
    Span NONE = new Span() {};

    /** Says which record it is about. */
    default void record(String id) {}

    /** Says how many records it is about. */
    default void records(long count) {}

    /** Says that it failed; of the exception only its class is looked at. */
    default void failed(Throwable thrown) {}

    /** Ends it. */
    @Override
    default void close() {}
  }
}
