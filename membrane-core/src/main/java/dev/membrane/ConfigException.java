package dev.membrane;

import dev.membrane.schema.MembraneException;
import java.util.List;

/** A configuration cannot be used. The message has a line for each fault. */
public final class ConfigException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final List<String> faults;

  /**
   * The faults of a configuration, all of them.
   *
   * @param faults each with the key first; at least one
   */
  public ConfigException(List<String> faults) {
    super(String.join(System.lineSeparator(), faults));
    this.faults = List.copyOf(faults);
  }

  /** Each fault, with its key first. */
  public List<String> faults() {
    return faults;
  }
}
