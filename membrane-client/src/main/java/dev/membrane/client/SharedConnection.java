package dev.membrane.client;

import dev.membrane.Caller;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the memories of all callers share. Safe for use by many threads. */
final class SharedConnection {

  private static final int LARGEST_ANSWER = 32 << 20;
  private static final int LAST_PORT = 65_535;

  /** That of a file has none, whatever its name. */
  private static final Pattern PORT = Pattern.compile("(?s)(?!unix(?:-abstract)?:).*:0*([0-9]+)");

  /** Of a host alone gRPC takes the port of a web server. */
  private static final Pattern HOST = Pattern.compile("[^:/]*|\\[[^\\]]*\\]");

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Random random = new SecureRandom();
  private final ManagedChannel channel;
  private final Duration deadline;
  private final Function<Caller, @Nullable String> keys;

  /**
   * A connection, made with its first call.
   *
   * @param keys the key of each caller; null: there is none
   * @throws IllegalArgumentException if gRPC does not know such an address, or it has no port, or
   *     one beyond 65535
   */
  SharedConnection(
      String address,
      ChannelCredentials credentials,
      Duration deadline,
      Function<Caller, @Nullable String> keys) {
    this.channel = channel(address, credentials);
    this.deadline = deadline;
    this.keys = keys;
  }

  /** Who makes calls with a key. */
  Rpc rpc(Caller caller, String key) {
    return new Rpc(channel, caller, key, deadline, closed);
  }

  /**
   * The key of a caller.
   *
   * @throws IllegalStateException if there is none
   */
  String keyOf(Caller caller) {
    String key = keys.apply(caller);
    if (key == null) {
      throw new IllegalStateException(
          "there is no key for " + caller.name() + ": name the keys of callers by keys(…)");
    }
    return key;
  }

  /** What gives an ingestion a key that has none. */
  Random random() {
    return random;
  }

  /** Whether no call is made any more. */
  boolean isClosed() {
    return closed.getCount() == 0;
  }

  private static ManagedChannel channel(String address, ChannelCredentials credentials) {
    if (HOST.matcher(address).matches()) {
      throw unknown(address, null);
    }
    checkPort(address);
    try {
      return Grpc.newChannelBuilder(address, credentials)
          .maxInboundMessageSize(LARGEST_ANSWER)
          .build();
    } catch (IllegalArgumentException unknown) {
      throw unknown(address, unknown);
    }
  }

  private static IllegalArgumentException unknown(String address, @Nullable Throwable cause) {
    return new IllegalArgumentException("address must be host:port, and is " + address, cause);
  }

  /** Of one that is too large gRPC throws only in a thread of its own. */
  private static void checkPort(String address) {
    Matcher port = PORT.matcher(address);
    if (port.matches()
        && (port.group(1).length() > 5 || Integer.parseInt(port.group(1)) > LAST_PORT)) {
      throw new IllegalArgumentException(
          "address must have a port of at most " + LAST_PORT + ", and is " + address);
    }
  }

  /** Ends it, for the memories of all callers. */
  void close() {
    closed.countDown();
    channel.shutdownNow();
    try {
      channel.awaitTermination(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
