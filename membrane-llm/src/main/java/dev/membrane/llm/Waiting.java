package dev.membrane.llm;

import java.time.Duration;

/** Lets time pass. */
interface Waiting {

  /** Sleeps. */
  Waiting REAL = time -> Thread.sleep(time.toMillis());

  /** Waits for a time, not negative. */
  void pass(Duration time) throws InterruptedException;
}
