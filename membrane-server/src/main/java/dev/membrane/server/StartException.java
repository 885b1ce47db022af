package dev.membrane.server;

import dev.membrane.schema.MembraneException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server cannot start. */
public final class StartException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final List<String> faults;
  private final boolean isConfiguration;

  /** Says what is wrong, one line per fault, in words for the operator. */
  public StartException(List<String> faults) {
    this(faults, null, false);
  }

  /** Says what is wrong in one line. */
  public StartException(String fault) {
    this(List.of(fault), null, false);
  }

  /** Says what is wrong in one line, and keeps the cause. */
  public StartException(String fault, Throwable cause) {
    this(List.of(fault), cause, false);
  }

  private StartException(List<String> faults, @Nullable Throwable cause, boolean isConfiguration) {
    super(String.join("; ", faults), cause);
    this.faults = List.copyOf(faults);
    this.isConfiguration = isConfiguration;
  }

  /** Faults of the configuration, with which every other attempt would fail as well. */
  static StartException configuration(List<String> faults) {
    return new StartException(faults, null, true);
  }

  /** One fault of the configuration. */
  public static StartException configuration(String fault) {
    return new StartException(List.of(fault), null, true);
  }

  /** One fault of the configuration, and its cause; {@code membraned} ends with 78. */
  public static StartException configuration(String fault, Throwable cause) {
    return new StartException(List.of(fault), cause, true);
  }

  /** The innermost cause, which has the words of the operating system or of the database. */
  public static Throwable innermost(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** One line per fault. */
  public List<String> faults() {
    return faults;
  }

  /** Whether it is the configuration, and not something that may change by itself. */
  public boolean isConfiguration() {
    return isConfiguration;
  }
}
