package dev.membrane.server.internal.process;

import dev.membrane.server.command.CommandContext;
import dev.membrane.spi.Config;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What commands are given in a process of their own. */
final class ProcessContext implements CommandContext {

  /** Only the start script can tell, and says so. */
  private static final String TERMINAL = "membraned.stdout.terminal";

  private final ServerOptions options;
  private final PrintWriter out;

  ProcessContext(ServerOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  @Override
  public Config config() {
    return options.config();
  }

  @Override
  public Config configWith(Path file) {
    return options.configWith(file);
  }

  @Override
  public List<String> options() {
    return options.words();
  }

  @Override
  public boolean isStoreNamed() {
    return options.isStoreNamed();
  }

  @Override
  public Optional<String> variable(String name) {
    return Config.variable(options.environment(), name);
  }

  @Override
  public BufferedReader in() {
    return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  }

  @Override
  public InputStream input() {
    return System.in;
  }

  @Override
  public PrintWriter out() {
    return out;
  }

  @Override
  public PrintWriter err() {
    return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
  }

  @Override
  public boolean isTerminal() {
    return Boolean.getBoolean(TERMINAL);
  }
}
