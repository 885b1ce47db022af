package dev.membrane.server.internal.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the start script make an archive of loaded classes, with which later starts are faster. This
 * is done once a start has shown that it is of use: help, and a command line with a mistake, need
 * none.
 */
final class MissingArchive {

  /** What makes it at once. */
  static final String COMMAND = "make-archive";

  private static final Logger LOG = LoggerFactory.getLogger(MissingArchive.class);

  /** The start script tells where it is. */
  private static final String SCRIPT = "membraned.script";

  /** The start script tells that there is none. */
  private static final String MISSING = "membraned.archive.missing";

  private MissingArchive() {}

  /** Begins it in a process of its own, which uses only what nobody else wants of a processor. */
  static void make() {
    String script = System.getProperty(SCRIPT);
    if (script == null || !Boolean.getBoolean(MISSING)) {
      return;
    }
    try {
      new ProcessBuilder("nice", "-n", "19", script, COMMAND, "--if-missing")
          .redirectInput(new File("/dev/null"))
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException none) {
      LOG.debug("no archive of classes is made", none);
    }
  }
}
