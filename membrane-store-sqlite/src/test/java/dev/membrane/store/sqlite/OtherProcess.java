package dev.membrane.store.sqlite;

import dev.membrane.spi.store.StoreOpenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A second process that opens a database and writes records until it is killed. */
final class OtherProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;

  private OtherProcess(Process process) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
  }

  static OtherProcess on(Path database) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new OtherProcess(
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName(),
                database.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** What it says next: "open", then each id as soon as it is acknowledged, or why it ends. */
  String line() throws IOException {
    return lines.readLine();
  }

  /** Kills it as {@code kill -9} does. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] arguments) {
    try (SqliteStore store = SqliteStore.open(Path.of(arguments[0]))) {
      System.out.println("open");
      for (int i = 0; ; i++) {
        store.commit(SampleRecords.inserting(i));
        System.out.println(SampleRecords.id(i));
      }
    } catch (StoreOpenException refused) {
      System.out.println(refused.getMessage());
    }
  }
}
