package dev.membrane.spring.boot.starter;

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
    membrane.check();
    builder.up();
  }
}
