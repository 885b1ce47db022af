package dev.membrane.tck;

import static java.util.Objects.requireNonNull;

import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.NotAdmittedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A gate that remembers what it was asked and how it refused. Thread-safe. */
final class WatchedGate implements Gate {

  private final Gate gate;
  private final List<WatchedCall> asked = new CopyOnWriteArrayList<>();
  private volatile String refusal = "";
  private volatile Duration delay = Duration.ZERO;

  WatchedGate(Gate gate) {
    this.gate = gate;
  }

  /** What a transport has said of a call. */
  record WatchedCall(@Nullable String key, @Nullable String address) {}

  /** In the order in which they came. */
  List<WatchedCall> asked() {
    return List.copyOf(asked);
  }

  /** What the caller is to be told who was refused last. */
  String refusal() {
    return refusal;
  }

  /** From now on who is refused waits for this. */
  void delay(Duration wait) {
    delay = wait;
  }

  @Override
  public Admission admit(@Nullable String key, String address) {
    asked.add(new WatchedCall(key, address));
    try {
      return gate.admit(key, address);
    } catch (NotAdmittedException refused) {
      refusal = requireNonNull(refused.getMessage());
      throw delay.isZero() ? refused : new NotAdmittedException(refused.reason(), refusal, delay);
    }
  }

  @Override
  public void check() {
    gate.check();
  }

  @Override
  public long embeddingBacklog() {
    return gate.embeddingBacklog();
  }
}
