package dev.membrane.llm;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Observer.WorkOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model over HTTP: within its ceilings, again after a pause where that may help, and counts
 * what it does. Nothing that is asked or answered is ever in a message of its exceptions. Safe for
 * use by many threads.
 */
final class Endpoint implements AutoCloseable {

  private final String task;
  private final EndpointConfig config;
  private final CallContext surroundings;
  private final RequestLimit limit;
  private @Nullable Http http;
  private boolean isClosed;

  /** An endpoint for a task, the word by which its requests are counted. Opens nothing yet. */
  Endpoint(String task, EndpointConfig config, CallContext surroundings) {
    this.task = task;
    this.config = config;
    this.surroundings = surroundings;
    this.limit = new RequestLimit(config, surroundings);
  }

  /** How an attempt ended: with an answer, or with a failure and when to try again, if at all. */
  private record Attempt<T>(
      @Nullable T answer, @Nullable ModelException failure, @Nullable Duration after) {

    static <T> Attempt<T> over(ModelException failure) {
      return new Attempt<>(null, failure, null);
    }
  }

  /**
   * Asks.
   *
   * @param body the request
   * @param mostBytes the most that an answer may have
   * @param reading makes sense of an answer, or throws {@link BadAnswerException}
   * @throws ModelException if it cannot be asked or answers with nothing that makes sense
   */
  <T> T ask(String body, long mostBytes, RetryLimits patience, Function<JsonObject, T> reading) {
    int bad = 0;
    for (int tried = 1; ; tried++) {
      Attempt<T> attempt = attempt(body, mostBytes, patience, tried, reading);
      if (attempt.answer() != null) {
        return attempt.answer();
      }
      ModelException failure = failureOf(attempt);
      bad += failure.isPermanent() ? 1 : 0;
      if (attempt.after() == null || tried >= patience.attempts() || bad >= patience.badAnswers()) {
        throw failure;
      }
      pass(attempt.after());
    }
  }

  private static ModelException failureOf(Attempt<?> attempt) {
    return attempt.failure() == null
        ? ModelException.permanent("no answer", new BadAnswerException("no answer"))
        : attempt.failure();
  }

  private ModelException failureOf(BadAnswerException bad) {
    String what = said(bad.getMessage());
    return bad.isFromModel()
        ? ModelException.permanent(what, bad)
        : ModelException.temporary(what, bad);
  }

  private void pass(Duration time) {
    try {
      surroundings.waiting().park(time.toNanos());
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  private <T> Attempt<T> attempt(
      String body, long most, RetryLimits patience, int tried, Function<JsonObject, T> reading) {
    try {
      RequestLimit.RequestPlace place = limit.enter(patience.timeout().multipliedBy(2));
      try {
        return observed(body, most, patience, tried, reading);
      } finally {
        place.leave();
      }
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  private <T> Attempt<T> observed(
      String body, long most, RetryLimits patience, int tried, Function<JsonObject, T> reading)
      throws InterruptedException {
    long start = System.nanoTime();
    WorkOutcome outcome = WorkOutcome.ERROR;
    try {
      Reply reply = http().post(body, most, patience.timeout().toMillis());
      outcome =
          reply.isOk() ? WorkOutcome.OK : reply.isTemporary() ? WorkOutcome.UNAVAILABLE : outcome;
      return reply.isOk() ? read(reply, reading) : failed(reply, tried);
    } catch (BadAnswerException bad) {
      outcome = WorkOutcome.ERROR;
      return new Attempt<>(null, failureOf(bad), pause(tried));
    } catch (IOException lost) {
      outcome = WorkOutcome.UNAVAILABLE;
      ModelException failure = ModelException.temporary(said(Http.said(lost)), lost);
      return new Attempt<>(null, failure, pause(tried));
    } finally {
      surroundings.observer().model(task, outcome, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  private <T> Attempt<T> read(Reply reply, Function<JsonObject, T> reading) {
    JsonObject answer = reply.json();
    countTokens(answer);
    return new Attempt<>(reading.apply(answer), null, null);
  }

  private void countTokens(JsonObject answer) {
    if (answer.members().get("usage") instanceof JsonObject usage) {
      surroundings
          .observer()
          .tokens(task, count(usage, "prompt_tokens"), count(usage, "completion_tokens"));
    }
  }

  private static long count(JsonObject usage, String name) {
    return usage.members().get(name) instanceof JsonNumber number
        ? (long) Math.max(0, Math.min(1e12, number.doubleValue()))
        : 0;
  }

  private <T> Attempt<T> failed(Reply reply, int tried) {
    String code = reply.code();
    String what =
        said("answers with status " + reply.status() + (code.isEmpty() ? "" : ", " + code));
    BadAnswerException cause = new BadAnswerException("status " + reply.status());
    if (reply.isRefusal()) {
      return Attempt.over(ModelException.refused(what, cause));
    }
    if (!reply.isTemporary()) {
      return Attempt.over(ModelException.permanent(what, cause));
    }
    Duration after = retryAfter(reply).orElseGet(() -> pause(tried));
    if (after.compareTo(RetryLimits.MAX_PAUSE) > 0) {
      return Attempt.over(
          tooLong(reply, what + ", for another " + after.toSeconds() + " s", cause));
    }
    return new Attempt<>(null, ModelException.temporary(what, cause), after);
  }

  /** A limit on requests holds for all of them; another status may be due to this one. */
  private static ModelException tooLong(Reply reply, String what, Exception cause) {
    return reply.isOverLimit()
        ? ModelException.refused(what, cause)
        : ModelException.temporary(what, cause);
  }

  /** What the endpoint asks for. */
  private Optional<Duration> retryAfter(Reply reply) {
    return Optional.ofNullable(reply.retryAfter())
        .flatMap(header -> RetryAfter.parse(header, surroundings.clock().instant()));
  }

  private Duration pause(int tried) {
    return RetryLimits.pause(tried, surroundings.jitter().getAsDouble());
  }

  private String said(@Nullable String what) {
    return config.place() + " " + what;
  }

  private static ModelException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return ModelException.temporary("interrupted while asking the model", cause);
  }

  private synchronized Http http() throws IOException {
    if (isClosed) {
      throw new IOException("closed");
    }
    if (http == null) {
      http = new Http(config);
    }
    return http;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (http != null) {
      http.close();
    }
  }
}
