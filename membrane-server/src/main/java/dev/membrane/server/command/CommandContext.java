package dev.membrane.server.command;

import dev.membrane.spi.Config;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a command is given when it runs. */
public interface CommandContext {

  /**
   * The settings, as the server of this command line would have them.
   *
   * @throws dev.membrane.server.StartException if the file cannot be read
   */
  Config config();

  /**
   * The same settings with another file.
   *
   * @throws dev.membrane.server.StartException if the file cannot be read
   */
  Config configWith(Path file);

  /** The options of this command line with which a server has the same settings. */
  List<String> options();

  /** Whether the command line names the store, so that no other will do. */
  boolean isStoreNamed();

  /** A variable of the environment; empty if it has none or an empty value. */
  Optional<String> variable(String name);

  /** What somebody types, and what is piped. */
  BufferedReader in();

  /** The same, as the bytes that come. */
  InputStream input();

  /** Where the answer goes. */
  PrintWriter out();

  /** Where everything besides the answer is printed. */
  PrintWriter err();

  /** Whether somebody reads the answer on a terminal. */
  boolean isTerminal();
}
