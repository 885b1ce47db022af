package dev.membrane.llm;

import dev.membrane.spi.Observer;
import io.github.bucket4j.BlockingStrategy;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Clock, observer and randomness of a request.
 *
 * @param observer is notified of each request
 * @param clock the time of day, for dates in answers
 * @param waiting lets time pass between attempts
 * @param jitter a number from 0 to less than 1 each time; safe for use by many threads
 */
record CallContext(
    Observer observer, InstantSource clock, BlockingStrategy waiting, DoubleSupplier jitter) {

  /** Real time and chance. */
  static CallContext real(Observer observer) {
    return new CallContext(
        observer,
        InstantSource.system(),
        BlockingStrategy.PARKING,
        () -> ThreadLocalRandom.current().nextDouble());
  }
}
