package dev.membrane.server.internal.command;

import dev.membrane.internal.transfer.EncryptedExport;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.internal.transfer.MoveException;
import dev.membrane.internal.transfer.Moved;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.plugin.StoreFailure;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Exports a store to a file and imports a file into a store, for an operator. */
final class ExportImport {

  private static final String UNERASED =
      "warning: an erasure is not finished; what it has still to erase is in the export and stays"
          + " where that is imported. Start membraned once to finish it, then export again";

  /** Stands for standard input and output. */
  static final String STREAM = "-";

  private final PrintWriter out;
  private final PrintWriter err;
  private final String version;
  private final InstantSource clock;

  /**
   * An export or an import that tells how it went.
   *
   * @param out where the result goes
   * @param err where the progress goes
   * @param version what the export is said to be written by
   * @param clock tells when
   */
  ExportImport(PrintWriter out, PrintWriter err, String version, InstantSource clock) {
    this.out = out;
    this.err = err;
    this.version = version;
    this.clock = clock;
  }

  private interface FileWork<T> {
    T run(ProgressLine progress) throws IOException;
  }

  /**
   * Exports.
   *
   * @param encryption the key with which the export of a store is encrypted; empty: it is not
   * @throws StartException with one line if that is not possible
   */
  void export(
      Supplier<? extends StoreReader> opening,
      String file,
      boolean withEmbeddings,
      Function<StoreReader, Optional<byte[]>> encryption) {
    Moved moved =
        supervised(
            file,
            "records exported",
            progress -> {
              try (StoreReader store = opening.get()) {
                if (Exporter.isErasing(store)) {
                  err.println(UNERASED);
                }
                Exporter exporter = new Exporter(store, withEmbeddings, progress);
                return exported(store, exporter, file, encryption.apply(store));
              }
            });
    String erased =
        moved.erased() == 0
            ? ""
            : "; left out, as the data key was destroyed: " + counted(moved.erased(), "record");
    (file.equals(STREAM) ? err : out).println("exported: " + inWords(moved) + erased);
  }

  private Moved exported(StoreReader store, Exporter exporter, String file, Optional<byte[]> key)
      throws IOException {
    try {
      return file.equals(STREAM) ? toStream(exporter, key) : toFile(exporter, Path.of(file), key);
    } catch (StoreUnavailableException lost) {
      throw StoreFailure.refusal(store, lost);
    }
  }

  private Moved toStream(Exporter exporter, Optional<byte[]> key) throws IOException {
    // A PrintStream would keep quiet about a reader that is gone.
    try (OutputStream stream = new FileOutputStream(FileDescriptor.out)) {
      return write(exporter, stream, key);
    }
  }

  private Moved toFile(Exporter exporter, Path path, Optional<byte[]> key) throws IOException {
    try (ExportFile file = ExportFile.create(path)) {
      Moved moved = write(exporter, new Unclosed(file.stream()), key);
      file.done();
      return moved;
    }
  }

  private Moved write(Exporter exporter, OutputStream out, Optional<byte[]> key)
      throws IOException {
    if (key.isEmpty()) {
      return exporter.write(out, version, clock.instant());
    }
    // Its end is what says that it is whole; it is closed only if all is written.
    OutputStream encrypted = EncryptedExport.writing(out, key.get());
    Moved moved = exporter.write(encrypted, version, clock.instant());
    encrypted.close();
    return moved;
  }

  /** The file is made durable before it is closed. */
  private static final class Unclosed extends FilterOutputStream {

    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /**
   * Imports what is encrypted or not. A file is first read to the end to see that it is whole and
   * undamaged; only then is the store opened. A store that was made for an import that fails is
   * taken away again.
   *
   * @param keys the key with which it may be encrypted
   * @throws StartException with one line if that is not possible
   */
  void load(Supplier<MemoryStore> opening, String file, Supplier<Optional<byte[]>> keys) {
    Moved moved =
        supervised(
            file,
            "lines imported",
            progress -> {
              byte @Nullable [] key = keys.get().orElse(null);
              long lines = isStream(file) ? 0 : checked(Path.of(file), key);
              try (InputStream in = EncryptedExport.reading(open(file), key)) {
                return load(opening.get(), in, lines, progress);
              }
            });
    String known = moved.known() == 0 ? "" : "; there already: " + moved.known();
    out.println("imported: " + inWords(moved) + known);
  }

  private static Moved load(MemoryStore store, InputStream in, long lines, ProgressLine progress)
      throws IOException {
    boolean isDone = false;
    try {
      Moved moved = new Importer(store, progress).load(in, lines);
      isDone = true;
      return moved;
    } finally {
      if (isDone) {
        store.close();
      } else {
        store.abandon();
      }
    }
  }

  /** A pipe can be read only once. */
  private static boolean isStream(String file) {
    Path path = Path.of(file);
    return file.equals(STREAM)
        || (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path));
  }

  private static long checked(Path path, byte @Nullable [] key) throws IOException {
    if (Files.isDirectory(path)) {
      throw new StartException(path + ": is a folder");
    }
    if (!Files.exists(path)) {
      throw new StartException(path + ": no such file");
    }
    try (InputStream in = EncryptedExport.reading(Files.newInputStream(path), key)) {
      return Importer.check(in);
    }
  }

  private static InputStream open(String file) throws IOException {
    return file.equals(STREAM)
        ? new FileInputStream(FileDescriptor.in)
        : Files.newInputStream(Path.of(file));
  }

  private <T> T supervised(String file, String what, FileWork<T> work) {
    ProgressLine progress = ProgressLine.begin(err, what);
    try {
      return work.run(progress);
    } catch (MoveException refused) {
      throw new StartException(file + ": " + refused.getMessage(), refused);
    } catch (StoreUnavailableException lost) {
      throw new StartException(StoreFailure.reason(lost), lost);
    } catch (IOException failure) {
      throw new StartException(file + ": " + failure.getMessage(), failure);
    } finally {
      progress.end();
    }
  }

  private static String inWords(Moved moved) {
    return "%s, %s, %s, %s, %s, %s"
        .formatted(
            counted(moved.records(), "record"),
            counted(moved.tombstones(), "tombstone"),
            counted(moved.keys(), "other key"),
            counted(moved.rows(), "other work row"),
            counted(moved.embeddings(), "vector"),
            counted(moved.runs(), "kept run"));
  }

  private static String counted(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
