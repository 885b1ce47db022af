package dev.membrane.store.jdbc.internal.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.MissingResourceException;

/** Reads the SQL scripts that lie next to a class. */
public final class Scripts {

  private Scripts() {}

  /**
   * The text of a script.
   *
   * @throws MissingResourceException if there is none of this name
   */
  public static String read(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new MissingResourceException("no such script", beside.getName(), name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
