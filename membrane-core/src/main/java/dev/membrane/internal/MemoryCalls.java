package dev.membrane.internal;

import dev.membrane.ClosedException;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Operation;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Counts and traces the calls to one memory, as long as it serves. Thread-safe. */
final class MemoryCalls {

  private final CallsUnderWay underWay;
  private final Tracer tracer;
  private volatile boolean closed;

  MemoryCalls(CallsUnderWay underWay, Tracer tracer) {
    this.underWay = underWay;
    this.tracer = tracer;
  }

  /** From now on each call says that the memory is closed. */
  void close() {
    closed = true;
  }

  /**
   * Checks that the memory still serves.
   *
   * @throws ClosedException after it was closed
   */
  void requireServing() {
    if (closed) {
      throw new ClosedException();
    }
  }

  /**
   * Answers a call.
   *
   * @param about says which records the answer is about
   */
  <T> T answer(Operation operation, BiConsumer<Span, ? super T> about, Supplier<T> call) {
    try (Span span = tracer.operation(operation)) {
      return told(span, about, call);
    }
  }

  /** Answers a call about one record. */
  <T> T answer(Operation operation, String id, Supplier<T> call) {
    try (Span span = tracer.operation(operation)) {
      span.record(id);
      return told(span, (same, answer) -> {}, call);
    }
  }

  /** Does what a call about one record asks for. */
  void run(Operation operation, String id, Runnable call) {
    Void unused =
        answer(
            operation,
            id,
            () -> {
              call.run();
              return null;
            });
  }

  private <T> T told(Span span, BiConsumer<Span, ? super T> about, Supplier<T> call) {
    try {
      T answer = underWay.during(() -> served(call));
      about.accept(span, answer);
      return answer;
    } catch (RuntimeException | Error failure) {
      span.failed(failure);
      throw failure;
    }
  }

  /**
   * Answers without a span and without counting: what asks nothing of the memory, such as a check,
   * and jobs, which leave processors to the calls that are counted. What is under way when the
   * memory is closed finds the store closed, whatever that says.
   */
  <T> T served(Supplier<T> call) {
    requireServing();
    try {
      return call.get();
    } catch (StoreUnavailableException failure) {
      if (!closed) {
        throw failure;
      }
      ClosedException ended = new ClosedException();
      ended.initCause(failure);
      throw ended;
    }
  }

  /** Work that another thread does for the same call. */
  Runnable carrying(Runnable work) {
    return tracer.carrying(work);
  }
}
