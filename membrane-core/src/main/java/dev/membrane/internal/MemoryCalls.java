package dev.membrane.internal;

import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Operation;
import dev.membrane.spi.Tracer.Span;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Counts and traces the calls to one memory. Thread-safe. */
final class MemoryCalls {

  private final CallsUnderWay underWay;
  private final Tracer tracer;

  MemoryCalls(CallsUnderWay underWay, Tracer tracer) {
    this.underWay = underWay;
    this.tracer = tracer;
  }

  /**
   * Answers a call.
   *
   * @param about tells of the answer which records it is about
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

  private <T> T told(Span span, BiConsumer<Span, ? super T> about, Supplier<T> call) {
    try {
      T answer = underWay.during(call);
      about.accept(span, answer);
      return answer;
    } catch (RuntimeException | Error failure) {
      span.failed(failure);
      throw failure;
    }
  }

  /** Work that another thread does for the same call. */
  Runnable carrying(Runnable work) {
    return tracer.carrying(work);
  }
}
