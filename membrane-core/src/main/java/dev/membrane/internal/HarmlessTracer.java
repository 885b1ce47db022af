package dev.membrane.internal;

import dev.membrane.internal.work.HarmlessCalls;
import dev.membrane.spi.Tracer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tracer that throws nothing and answers no null, whatever the given one does. */
final class HarmlessTracer implements Tracer {

  private final Tracer given;
  private final HarmlessCalls calls;

  private HarmlessTracer(Tracer given) {
    this.given = given;
    this.calls = new HarmlessCalls("the tracer", given);
  }

  /** The tracer itself where nothing is followed. */
  static Tracer of(Tracer given) {
    return given == NONE ? NONE : new HarmlessTracer(given);
  }

  @Override
  public boolean isOn() {
    return calls.ask("isOn()", given::isOn, false);
  }

  @Override
  public Call call(Incoming incoming, UnaryOperator<@Nullable String> header) {
    return calls.ask("call()", () -> given.call(incoming, header), Call.NONE);
  }

  @Override
  public Span operation(Operation operation) {
    return harmless(calls.ask("operation()", () -> given.operation(operation), Span.NONE));
  }

  @Override
  public Span step(TracedStep step) {
    return harmless(calls.ask("step()", () -> given.step(step), Span.NONE));
  }

  private Span harmless(Span span) {
    return span == Span.NONE ? span : new HarmlessSpan(span);
  }

  @Override
  public Runnable carrying(Runnable work) {
    CarriedWork once = new CarriedWork(work);
    Runnable carried = calls.ask("carrying()", () -> given.carrying(once), once);
    return () -> {
      calls.tell("carrying()", carried);
      once.end();
    };
  }

  @Override
  public Executor carrying(Executor threads) {
    return calls.ask("carrying()", () -> given.carrying(threads), threads);
  }

  /** Is done once, also where what carries it throws. What it throws itself is not the tracer's. */
  private static final class CarriedWork implements Runnable {

    private final Runnable work;
    private final AtomicBoolean isBegun = new AtomicBoolean();
    private volatile @Nullable RuntimeException failure;
    private volatile @Nullable Error error;

    CarriedWork(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      if (!isBegun.compareAndSet(false, true)) {
        return;
      }
      try {
        work.run();
      } catch (RuntimeException thrown) {
        failure = thrown;
      } catch (Error thrown) {
        error = thrown;
      }
    }

    /** Does it if that was not done, and throws what it has thrown. */
    void end() {
      run();
      RuntimeException thrown = failure;
      Error broken = error;
      if (thrown != null) {
        throw thrown;
      }
      if (broken != null) {
        throw broken;
      }
    }
  }

  private final class HarmlessSpan implements Span {

    private final Span span;

    HarmlessSpan(Span span) {
      this.span = span;
    }

    @Override
    public void record(String id) {
      calls.tell("record()", () -> span.record(id));
    }

    @Override
    public void records(long count) {
      calls.tell("records()", () -> span.records(count));
    }

    @Override
    public void failed(Throwable thrown) {
      calls.tell("failed()", () -> span.failed(thrown));
    }

    @Override
    public void close() {
      calls.tell("close()", span::close);
    }
  }
}
