package dev.membrane.server;

import dev.membrane.schema.MembraneException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** The server cannot start. */
public final class StartException extends MembraneException {

  /** {@code EX_CONFIG} of sysexits.h, which service managers know. */
  private static final int BAD_CONFIGURATION = 78;

  private static final long serialVersionUID = 1L;

  private final List<String> faults;
  private final int exitCode;

  /** Says what is wrong, one line per fault, in words for the operator. */
  public StartException(List<String> faults) {
    this(faults, null, ExitCode.SOFTWARE);
  }

  /** Says what is wrong in one line. */
  public StartException(String fault) {
    this(List.of(fault), null, ExitCode.SOFTWARE);
  }

  /** Says what is wrong in one line, and keeps the cause. */
  public StartException(String fault, Throwable cause) {
    this(List.of(fault), cause, ExitCode.SOFTWARE);
  }

  private StartException(List<String> faults, @Nullable Throwable cause, int exitCode) {
    super(String.join("; ", faults), cause);
    this.faults = List.copyOf(faults);
    this.exitCode = exitCode;
  }

  /** Faults of the configuration, with which every other attempt would fail as well. */
  public static StartException configuration(List<String> faults) {
    return new StartException(faults, null, BAD_CONFIGURATION);
  }

  /** One fault of the configuration. */
  public static StartException configuration(String fault) {
    return new StartException(List.of(fault), null, BAD_CONFIGURATION);
  }

  /** One fault of the configuration, and its cause; {@code membraned} ends with 78. */
  public static StartException configuration(String fault, Throwable cause) {
    return new StartException(List.of(fault), cause, BAD_CONFIGURATION);
  }

  /** A fault of what stands on the command line. */
  public static StartException commandLine(String fault) {
    return new StartException(List.of(fault), null, ExitCode.USAGE);
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

  /** With what {@code membraned} ends. */
  public int exitCode() {
    return exitCode;
  }

  /** Whether it is the configuration, and not something that may change by itself. */
  public boolean isConfiguration() {
    return exitCode == BAD_CONFIGURATION;
  }
}
