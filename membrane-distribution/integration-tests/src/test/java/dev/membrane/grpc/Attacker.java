package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** One thread that strikes again and again. */
final class Attacker implements AutoCloseable {

  /**
   * The least pause; it is at least twice as long as the blow before. The attacker shares the
   * processors with the server, which is not what is measured.
   */
  private static final long BETWEEN_BLOWS_MILLIS = 50;

  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicInteger blows = new AtomicInteger();
  private final AtomicReference<Throwable> failed = new AtomicReference<>();
  private final AttackTarget target;
  private final Thread thread;

  /** Something that harms a target. */
  @FunctionalInterface
  interface Blow {
    void strike(AttackTarget target, Random random) throws IOException;
  }

  /**
   * Begins to strike.
   *
   * @param port the server's that connections go to
   */
  Attacker(Blow blow, MembranedProcess server, int port, Random random) {
    this.target = new AttackTarget(port, server.channel());
    this.thread = new Thread(() -> strike(blow, random), "attacker");
    thread.start();
    AttackTarget.await("the first blow", () -> blows() > 0);
  }

  private void strike(Blow blow, Random random) {
    while (!isOver.get()) {
      blows.incrementAndGet();
      long begun = System.nanoTime();
      try {
        blow.strike(target, random);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        Thread.sleep(Math.max(BETWEEN_BLOWS_MILLIS, 2 * took));
      } catch (IOException sentAway) {
        // The next blow comes on a connection of its own.
      } catch (Throwable unexpected) {
        failed.set(unexpected);
        return;
      }
    }
  }

  int blows() {
    return blows.get();
  }

  @Override
  public void close() {
    isOver.set(true);
    try {
      thread.join();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    target.close();
    assertThat(failed.get()).isNull();
  }
}
