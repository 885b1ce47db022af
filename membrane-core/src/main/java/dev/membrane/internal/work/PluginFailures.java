package dev.membrane.internal.work;

/**
 * What the code of others throws. It may be anything: code in Kotlin or Groovy declares no checked
 * exception, and throws some.
 */
public final class PluginFailures {

  private PluginFailures() {}

  /**
   * Rethrows a {@link VirtualMachineError}, which is not the plugin's own, except a {@link
   * StackOverflowError}. A thread that was interrupted stays interrupted.
   */
  public static void passOn(Throwable failure) {
    keepInterrupt(failure);
    if (failure instanceof VirtualMachineError broken && !(broken instanceof StackOverflowError)) {
      throw broken;
    }
  }

  /** Who was interrupted stays interrupted. */
  public static void keepInterrupt(Throwable failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
