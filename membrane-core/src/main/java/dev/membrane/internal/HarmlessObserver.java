package dev.membrane.internal;

import dev.membrane.internal.work.HarmlessCalls;
import dev.membrane.spi.Observer;
import java.time.Duration;

/** An observer that throws nothing, whatever the given one throws. */
final class HarmlessObserver implements Observer {

  private final Observer given;
  private final HarmlessCalls calls;

  private HarmlessObserver(Observer given) {
    this.given = given;
    this.calls = new HarmlessCalls("the observer", given);
  }

  /** The observer itself where nobody observes. */
  static Observer of(Observer given) {
    return given == NONE ? NONE : new HarmlessObserver(given);
  }

  @Override
  public void call(String method, String status, Duration took) {
    calls.tell("call()", () -> given.call(method, status, took));
  }

  @Override
  public void store(String operation, WorkOutcome outcome, Duration took) {
    calls.tell("store()", () -> given.store(operation, outcome, took));
  }

  @Override
  public void stage(String stage, String step, WorkOutcome outcome, Duration took) {
    calls.tell("stage()", () -> given.stage(stage, step, outcome, took));
  }

  @Override
  public void model(String task, WorkOutcome outcome, Duration took) {
    calls.tell("model()", () -> given.model(task, outcome, took));
  }

  @Override
  public void tokens(String task, long read, long written) {
    calls.tell("tokens()", () -> given.tokens(task, read, written));
  }

  @Override
  public void jobScheduled(String job) {
    calls.tell("jobScheduled()", () -> given.jobScheduled(job));
  }

  @Override
  public void job(String job, WorkOutcome outcome, Duration took) {
    calls.tell("job()", () -> given.job(job, outcome, took));
  }

  @Override
  public void handled(String job, String what, long count) {
    calls.tell("handled()", () -> given.handled(job, what, count));
  }

  @Override
  public void handledByStage(String stage, String what, long count) {
    calls.tell("handledByStage()", () -> given.handledByStage(stage, what, count));
  }
}
