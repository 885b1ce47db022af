package dev.membrane.spring.boot.starter;

import dev.membrane.CancelledException;
import dev.membrane.Membrane;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Asks the memory whether it can serve. */
final class MembraneHealthIndicator extends AbstractHealthIndicator {

  private final Membrane membrane;

  MembraneHealthIndicator(Membrane membrane) {
    super("the memory cannot serve");
    this.membrane = membrane;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    try {
      membrane.check();
      builder.up();
    } catch (CancelledException late) {
      builder.down().withDetail("error", "no answer within membrane.deadline");
    }
  }
}
