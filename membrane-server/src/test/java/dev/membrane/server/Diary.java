package dev.membrane.server;

import dev.membrane.spi.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that a plugin's key {@code diary} names, if it is set: what was done to the plugin. */
record Diary(String file) {

  static Diary of(Config plugin) {
    return new Diary(plugin.text("diary", ""));
  }

  void note(String what) {
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
