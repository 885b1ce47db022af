package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What a server writes beside its database.
 *
 * @param address where it serves HTTP
 * @param process its id
 * @param started when the process began, as the operating system tells; with the id it is told
 *     apart from any other process, so that a key is shown to nobody else
 */
record ServerFile(String address, long process, String started) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** That of this process. */
  static ServerFile ofThisProcess(String address) {
    ProcessHandle self = ProcessHandle.current();
    return new ServerFile(address, self.pid(), started(self));
  }

  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Object::toString).orElse("");
  }

  /** Reads the file; empty if there is none, or the process that wrote it is gone. */
  static Optional<ServerFile> read(Path path) throws IOException {
    try {
      JsonObject json = (JsonObject) CODEC.parse("server", Files.readString(path));
      ServerFile file =
          new ServerFile(
              Members.text(json, "address").orElse(""),
              Long.parseLong(Members.text(json, "process").orElse("0")),
              Members.text(json, "started").orElse(""));
      return file.isAlive() ? Optional.of(file) : Optional.empty();
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (ValidationException | ClassCastException | NumberFormatException damaged) {
      // It is written whole or not at all; whatever this is, the next server replaces it.
      return Optional.empty();
    }
  }

  private boolean isAlive() {
    return ProcessHandle.of(process).filter(it -> started(it).equals(started)).isPresent();
  }

  /** Puts it in its place, whole. */
  void write(Path path) throws IOException {
    Path made =
        Files.createTempFile(
            path.toAbsolutePath().getParent(), "membrane", ".tmp", DatabaseFiles.forOwner());
    JsonObject json =
        new Members()
            .put("address", address)
            .put("process", Long.toString(process))
            .put("started", started)
            .build();
    Files.writeString(made, CODEC.write(json));
    Files.move(made, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Removes it, unless another server has put its own there. */
  void remove(Path path) throws IOException {
    if (read(path).filter(this::equals).isPresent()) {
      Files.deleteIfExists(path);
    }
  }
}
