package dev.membrane.client;

import com.google.protobuf.Message;
import dev.membrane.grpc.v1.IngestBatchRequest;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Tells which calls are sent again when the server cannot be reached, and when. Those are sent that
 * only read, and those that have an idempotency key; the others are not, since the server may have
 * done them already. gRPC's own policy does not do: it gives a call up once the first byte of its
 * answer is here.
 */
final class RetryPolicy {

  private static final Pattern READING = Pattern.compile("(Retrieve|Get|List|Replay).*");

  /** A restart takes less than all of them. */
  private static final List<Integer> WAITS_MILLIS = List.of(250, 500, 1_000, 2_000, 4_000, 8_000);

  private RetryPolicy() {}

  /** How long to wait before each further attempt at a call, in milliseconds. */
  static LongStream waits(Message request) {
    return isSafeToRepeat(request)
        ? WAITS_MILLIS.stream().mapToLong(RetryPolicy::spread)
        : LongStream.empty();
  }

  private static boolean isSafeToRepeat(Message request) {
    var type = request.getDescriptorForType();
    return READING.matcher(type.getName()).matches()
        || type.findFieldByName("idempotency_key") != null
        || request instanceof IngestBatchRequest;
  }

  /** Gives or takes a fifth, so that many clients do not come back at once. */
  private static long spread(long millis) {
    return (long) (millis * ThreadLocalRandom.current().nextDouble(.8, 1.2));
  }
}
