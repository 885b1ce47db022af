package dev.membrane.server.command;

import dev.membrane.server.StartException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** What keeps a file from being read or written, in words for the operator. */
public final class FileFault {

  private FileFault() {}

  /** Why, in some words that name no file. */
  public static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "access denied";
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not in UTF-8";
    }
    String told =
        failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
    return Objects.requireNonNullElse(told, "unexpected end");
  }

  /** One line about a file, or what else has a name, that cannot be read. */
  public static StartException unread(Object name, IOException failure) {
    String lead = failure instanceof NoSuchFileException ? ": " : ": cannot be read: ";
    return new StartException(name + lead + reason(failure), failure);
  }

  /** One line about a file or folder that cannot be written. */
  public static StartException unwritten(Object name, IOException failure) {
    return new StartException(name + ": cannot be written: " + reason(failure), failure);
  }
}
