package dev.membrane.server.command;

import java.util.List;

/**
 * Brings commands to the command line; the server's own come this way, too. Found by {@link
 * java.util.ServiceLoader}.
 */
public interface CommandProvider {

  /**
   * The commands, as objects with the annotations of picocli, each with a name of its own. A {@link
   * dev.membrane.server.StartException} that one throws is printed, and ends it with the exit code
   * 1.
   */
  List<Object> commands(CommandContext context);

  /**
   * What somebody can type next once the server runs, a command each; none unless said otherwise.
   * It is not shown where HTTP is off, by which commands ask a server.
   */
  default List<String> examples() {
    return List.of();
  }
}
