package dev.membrane.spring.boot.starter;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells in a few lines why an application did not start. */
final class UnusablePropertiesAnalyzer
    extends AbstractFailureAnalyzer<UnusablePropertiesException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, UnusablePropertiesException cause) {
    return new FailureAnalysis(
        "The memory cannot be opened:\n\n" + cause.getMessage(),
        "Correct the properties named above.",
        cause);
  }
}
