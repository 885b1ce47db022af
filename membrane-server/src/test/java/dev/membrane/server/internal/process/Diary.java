package dev.membrane.server.internal.process;

import dev.membrane.spi.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that a plugin's key {@code diary} names, if it is set: what was done to the plugin. */
public record Diary(String file) {

  public static Diary of(Config plugin) {
    return new Diary(plugin.text("diary", ""));
  }

  public void note(String what) {
    if (file.isEmpty()) {
      return;
    }
    try {
      Files.writeString(
          Path.of(file), what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
