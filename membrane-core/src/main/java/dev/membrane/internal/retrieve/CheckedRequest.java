package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.retrieve.question.QuestionContext;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that was checked.
 *
 * @param descriptor the task in words; may be empty
 * @param filter what may be answered, redacted outlines among it
 * @param context what the asker says holds
 * @param limit the most records wanted, at least 1
 * @param explain whether the answer says why
 * @param matchingOnly whether records that would follow by salience alone are left out
 */
public record CheckedRequest(
    String descriptor,
    Filter filter,
    QuestionContext context,
    int limit,
    boolean explain,
    boolean matchingOnly) {

  private static final int USUAL_LIMIT = 100;
  private static final int MAX_LIMIT = 10_000;
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);

  /**
   * Checks a request.
   *
   * @param clock the instant that it is asked at unless it says so itself
   */
  static CheckedRequest of(RetrieveRequest request, Caller caller, Instant clock) {
    Visibility visibility = requireTrust(request.trust()).of(caller);
    check(request);
    QuestionContext context = QuestionContext.of(request.context());
    return new CheckedRequest(
        request.taskDescriptor(),
        filter(request, visibility, context, at("now", request.now(), clock)),
        context,
        request.limit() == 0 ? USUAL_LIMIT : request.limit(),
        request.explain(),
        request.matchingOnly());
  }

  private static Instant at(String field, @Nullable Instant asked, Instant otherwise) {
    if (asked != null && !Timestamps.isInRange(asked)) {
      throw ValidationException.worded(field, Timestamps.complaint(asked.toString()));
    }
    return asked == null ? otherwise : asked.truncatedTo(ChronoUnit.MICROS);
  }

  /** The trust, which has to be there, checked. */
  public static TrustContext requireTrust(@Nullable TrustContext trust) {
    if (trust == null) {
      throw ValidationException.worded("trust", "trust context is required");
    }
    trust.check();
    return trust;
  }

  /** What may be answered in full and is of some types; null if none of them is asked for. */
  @Nullable Filter filterOf(Set<MemoryType> some) {
    Set<MemoryType> types = EnumSet.noneOf(MemoryType.class);
    types.addAll(filter.types());
    types.retainAll(some);
    return types.isEmpty() ? null : filterInFull().withTypes(types);
  }

  /** What may be answered in full and is a procedure; null if none is asked for. */
  @Nullable Filter procedures() {
    return filterOf(MemoryType.PROCEDURES);
  }

  /** The same question, not asking why. */
  CheckedRequest unexplained() {
    return new CheckedRequest(descriptor, filter, context, limit, false, matchingOnly);
  }

  /** What may be answered in full. */
  Filter filterInFull() {
    return filter.withRedacted(false);
  }

  /** What an outline does not show must not decide whether it is answered. */
  private static Filter filter(
      RetrieveRequest request, Visibility visibility, QuestionContext context, Instant at) {
    boolean asksForContent =
        !request.tags().isEmpty()
            || request.threadId() != null
            || request.episode() != null
            || !context.isUnknown();
    return new Filter(
        visibility,
        !asksForContent,
        request.memoryTypes().isEmpty() ? Set.of(MemoryType.values()) : request.memoryTypes(),
        request.includeRetracted(),
        Set.copyOf(request.tags()),
        request.threadId(),
        request.episode(),
        request.minSalience(),
        at,
        at("valid_at", request.validAt(), at));
  }

  private static void check(RetrieveRequest request) {
    if (request.limit() < 0 || request.limit() > MAX_LIMIT) {
      throw ValidationException.worded("limit", "limit must be between 0 and " + MAX_LIMIT);
    }
    if (!(request.minSalience() >= 0 && request.minSalience() < Double.POSITIVE_INFINITY)) {
      throw ValidationException.worded(
          "min_salience", "min_salience must be non-negative and finite");
    }
    if (request.maxTokens() < 0) {
      throw ValidationException.worded("max_tokens", "max_tokens must be non-negative");
    }
    Duration wait = request.waitForEmbeddings();
    if (wait.isNegative() || wait.compareTo(MAX_WAIT) > 0) {
      throw ValidationException.worded(
          "wait_for_embeddings_ms",
          "wait_for_embeddings_ms must be between 0 and " + MAX_WAIT.toMillis());
    }
    Limits.checkComparedText("task_descriptor", request.taskDescriptor());
    TextRules.check("task_descriptor", request.taskDescriptor());
    TextRules.checkFilters(request.tags(), request.threadId());
    if (request.episode() != null) {
      TextRules.check("episode", request.episode());
      Visible.checkIdentifier("episode", request.episode());
    }
    if (request.context() != null) {
      Limits.checkFreeForm("context", request.context());
    }
  }
}
