package dev.membrane.server;

import dev.membrane.schema.MembraneException;
import java.util.List;

/** The server cannot start. */
public final class StartException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final List<String> faults;

  /** Says what is wrong, one line per fault, in words for the operator. */
  public StartException(List<String> faults) {
    super(String.join("; ", faults));
    this.faults = List.copyOf(faults);
  }

  /** Says what is wrong in one line. */
  public StartException(String fault) {
    this(List.of(fault));
  }

  /** Says what is wrong in one line, and keeps the cause. */
  public StartException(String fault, Throwable cause) {
    super(fault, cause);
    this.faults = List.of(fault);
  }

  /** One line per fault. */
  public List<String> faults() {
    return faults;
  }
}
