package dev.membrane.server;

import dev.membrane.Caller;
import dev.membrane.Memory;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/** A call that was admitted, and the memory as its caller sees it. Immutable. */
public final class Admission {

  private final Memory memory;
  private final Caller caller;
  private final String account;
  private final LongFunction<Duration> rate;
  private final Runnable standing;

  /** An admission to as many calls as the caller likes. */
  public Admission(Memory memory, Caller caller) {
    this(memory, caller, caller.name(), calls -> Duration.ZERO, () -> {});
  }

  /**
   * An admission.
   *
   * @param account as {@link #account} says
   * @param rate counts further calls, and answers for how long the caller is then over the limit
   * @param standing throws if the caller would no longer be let in
   */
  public Admission(
      Memory memory,
      Caller caller,
      String account,
      LongFunction<Duration> rate,
      Runnable standing) {
    this.memory = memory;
    this.caller = caller;
    this.account = account;
    this.rate = rate;
    this.standing = standing;
  }

  /** Who calls. */
  public Caller caller() {
    return caller;
  }

  /** Whose share of a limit the call uses up: the principal's, or that of an anonymous address. */
  public String account() {
    return account;
  }

  /**
   * Counts what a call does at once as so many further calls of the caller. They are made in any
   * case; if they are more than the rate allows, the next calls are refused for longer.
   *
   * @return for how long
   */
  public Duration count(long calls) {
    return calls > 0 ? rate.apply(calls) : Duration.ZERO;
  }

  /**
   * Asks again what a long call needs to know before it goes on.
   *
   * @throws NotAdmittedException if the key was revoked, or its holder has other rights now
   */
  public void requireStanding() {
    standing.run();
  }

  /** The memory for this caller. */
  public Memory memory() {
    return memory.as(caller);
  }

  /** The memory for this caller, who acts for somebody, as {@link Caller#actingFor} says. */
  public Memory actingFor(String actor) {
    return memory.as(caller.actingFor(actor));
  }

  /** The same admission for a caller who stops waiting when {@code isOver} answers true. */
  public Admission waitingUntil(BooleanSupplier isOver) {
    return new Admission(memory, caller.waitingUntil(isOver), account, rate, standing);
  }

  /**
   * The same admission for a call that lasts: standing is asked again whenever its work goes on,
   * and before each commit. What the memory does then throws {@link NotAdmittedException}, too.
   */
  public Admission whileStanding() {
    return waitingUntil(
        () -> {
          caller.requireWaiting();
          requireStanding();
          return false;
        });
  }
}
