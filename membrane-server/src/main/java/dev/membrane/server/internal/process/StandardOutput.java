package dev.membrane.server.internal.process;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Standard output, which knows whether it was written: a {@link PrintStream} hides why not. */
final class StandardOutput extends FilterOutputStream {

  /** What a reader causes who has seen enough, as {@code head} does. */
  private static final String NO_READER = "Broken pipe";

  private volatile @Nullable IOException failure;

  StandardOutput(OutputStream out) {
    super(out);
  }

  PrintStream stream() {
    return new PrintStream(new BufferedOutputStream(this), true, StandardCharsets.UTF_8);
  }

  /** Why not all could be written that somebody still wants to read. */
  Optional<String> fault() {
    return Optional.ofNullable(failure)
        .map(cause -> String.valueOf(cause.getMessage()))
        .filter(why -> !why.equals(NO_READER));
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException cause) {
      failure = cause;
      throw cause;
    }
  }
}
