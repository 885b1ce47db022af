package dev.membrane.protocol;

import com.google.protobuf.Message;
import dev.membrane.schema.json.JsonWeight;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Limits the JSON of all requests under way by its {@link JsonWeight}. A transport also limits
 * their bytes, but that is not enough: ten million bytes of many small values become objects of
 * hundreds of millions of bytes. A single request that is too heavy by itself is refused too, since
 * it would take the memory from all others. Thread-safe.
 */
final class WeightLimit {

  /** What is this light needs no count, however many of them there are. */
  private static final long LIGHT = 1 << 18;

  private final long max;
  private final AtomicLong held = new AtomicLong();

  /** A limit of so much together. */
  WeightLimit(long max) {
    this.max = max;
  }

  /**
   * Does the work for a request. The weight of the request counts until the work is done.
   *
   * @throws OverloadException if it is too much
   * @throws dev.membrane.schema.ValidationException if it can never be accepted, because one of its
   *     fields holds more values than allowed
   */
  <A> A hold(Message request, Supplier<A> work) {
    long weight = weight(request);
    if (held.addAndGet(weight) > max && weight > 0) {
      held.addAndGet(-weight);
      RequestLimits.checkValues(request);
      throw refusal(weight);
    }
    try {
      return work.get();
    } finally {
      held.addAndGet(-weight);
    }
  }

  private OverloadException refusal(long weight) {
    return weight > max
        ? new OverloadException(
            "the request holds more JSON values than this server has the memory for")
        : OverloadException.tooManyLargeRequests();
  }

  private static long weight(Message request) {
    if (!JsonWeight.canExceed(request.getSerializedSize(), LIGHT)) {
      return 0;
    }
    return RequestLimits.json(request).stream()
        .filter(json -> JsonWeight.canExceed(json.length(), LIGHT))
        .mapToLong(JsonWeight::of)
        .sum();
  }
}
