package dev.membrane.server.local;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.ListenAddress;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/**
 * What a server writes next to its database.
 *
 * @param address where it serves HTTP
 * @param takesLocalKey whether it takes the key next to the database, and no other
 * @param process its id
 * @param started when the process began, according to the operating system. Together with the id
 *     this identifies the process, so that the key is not shown to another one
 */
public record ServerFile(String address, boolean takesLocalKey, long process, String started) {

  private static final RecordCodec CODEC = new RecordCodec();

  /**
   * That of this process.
   *
   * @throws IOException if the key next to the database cannot be read
   */
  public static ServerFile ofThisProcess(String address, Config config, DatabaseFiles files)
      throws IOException {
    ProcessHandle self = ProcessHandle.current();
    boolean takesLocalKey = LocalKey.is(config.text("api_key", ""), files.key());
    return new ServerFile(address, takesLocalKey, self.pid(), started(self));
  }

  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Object::toString).orElse("");
  }

  /**
   * Reads the file; empty if there is none, it is damaged, or the process that wrote it is gone.
   *
   * @throws IOException if it cannot be read
   */
  public static Optional<ServerFile> read(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
      // Whoever opens a pipe waits for ever. A folder cannot be replaced, and is a failure below.
      return Optional.empty();
    }
    try {
      JsonObject json = (JsonObject) CODEC.parse("server", Files.readString(path));
      ServerFile file =
          new ServerFile(
              text(json, "address"),
              text(json, "local_key").equals("true"),
              Long.parseLong(text(json, "process")),
              text(json, "started"));
      ListenAddress unused = ListenAddress.parse(file.address());
      return file.isAlive() ? Optional.of(file) : Optional.empty();
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (CharacterCodingException
        | ValidationException
        | ClassCastException
        | IllegalArgumentException damaged) {
      // It is written whole or not at all; whatever this is, the next server replaces it.
      return Optional.empty();
    }
  }

  private static String text(JsonObject json, String member) {
    return json.get(member) instanceof JsonString text ? text.value() : "";
  }

  private boolean isAlive() {
    return ProcessHandle.of(process).filter(it -> started(it).equals(started)).isPresent();
  }

  /**
   * Puts it in its place, whole.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path path) throws IOException {
    JsonObject json =
        new JsonObject(
            Map.of(
                "address", JsonValue.of(address),
                "local_key", JsonValue.of(Boolean.toString(takesLocalKey)),
                "process", JsonValue.of(Long.toString(process)),
                "started", JsonValue.of(started)));
    OwnersFile.write(
        path,
        CODEC.write(json),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Removes it, unless another server has put its own there.
   *
   * @throws IOException if it cannot be removed
   */
  public void remove(Path path) throws IOException {
    if (read(path).filter(this::equals).isPresent()) {
      Files.deleteIfExists(path);
    }
  }
}
