package dev.membrane.protocol;

import com.google.protobuf.Message;
import dev.membrane.protocol.RequestByteLimit.RequestBytes;
import dev.membrane.schema.json.JsonWeight;
import java.util.List;
import java.util.function.Supplier;

/**
 * Limits the JSON of all requests under way by its {@link JsonWeight}. A transport also limits
 * their bytes, but that is not enough: ten million bytes of many small values become objects of
 * hundreds of millions of bytes. A single request that is too heavy by itself is refused too, since
 * it would take the memory from all others. Names of members do not make one too heavy, so that a
 * record of as many members as allowed is accepted where there is no other. Callers share the
 * weight as they share bytes. Thread-safe.
 */
final class WeightLimit {

  /** What is this light needs no count, however many of them there are. */
  private static final long LIGHT = 1 << 18;

  private final long max;
  private final RequestByteLimit all;

  /** A limit of so much together. */
  WeightLimit(long max) {
    this.max = max;
    this.all = new RequestByteLimit(max);
  }

  /**
   * Does the work for a request. The weight of the request counts until the work is done.
   *
   * @param account whose share it is taken from
   * @throws OverloadException if it is too much
   * @throws dev.membrane.schema.ValidationException if it can never be accepted, because one of its
   *     fields holds more values than allowed
   */
  <A> A hold(String account, Message request, Supplier<A> work) {
    long weight = weight(request);
    RequestBytes held = all.of(account);
    if (weight > max || !held.take(weight)) {
      RequestLimits.checkValues(request);
      throw refusal(weight);
    }
    try {
      return work.get();
    } finally {
      held.giveAll();
    }
  }

  private OverloadException refusal(long weight) {
    return weight > max
        ? new OverloadException(
            "the request holds more JSON values than this server has the memory for")
        : OverloadException.tooManyLargeRequests();
  }

  private long weight(Message request) {
    if (!JsonWeight.canExceed(request.getSerializedSize(), LIGHT)) {
      return 0;
    }
    List<String> texts =
        RequestLimits.json(request).stream()
            .filter(json -> JsonWeight.canExceed(json.length(), LIGHT))
            .toList();
    long weight = texts.stream().mapToLong(JsonWeight::of).sum();
    if (weight <= LIGHT) {
      return 0;
    }
    return weight > max && withoutNames(texts) <= max ? max : weight;
  }

  private static long withoutNames(List<String> texts) {
    return texts.stream()
        .mapToLong(json -> Math.max(json.length(), JsonWeight.VALUE * JsonWeight.values(json)))
        .sum();
  }
}
