package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Processes of {@link BareServer}, with an archive of their classes or without. */
final class BareLibraries implements AutoCloseable {

  private static final String SERVER = BareServer.class.getName();

  private final TemporaryFolder folder = new TemporaryFolder();
  private final String classPath;
  private final Path archive = folder.path().resolve("bare.jsa");

  /**
   * Processes that find the libraries by a class path.
   *
   * @param libraries of jars only if an archive is asked for, which knows no folders
   */
  BareLibraries(String libraries) throws IOException {
    Path jar = folder.path().resolve("bare.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file);
        InputStream server = BareServer.class.getResourceAsStream("BareServer.class")) {
      entries.putNextEntry(new JarEntry(SERVER.replace('.', '/') + ".class"));
      Objects.requireNonNull(server).transferTo(entries);
    }
    classPath = jar + ":" + libraries;
  }

  /** A server to be started; the first one with an archive makes it. */
  ProcessBuilder server(boolean isArchived) {
    if (!isArchived) {
      return server();
    }
    if (!Files.exists(archive)) {
      FirstAnswer.of(server("-XX:ArchiveClassesAtExit=" + archive));
    }
    return server("-XX:SharedArchiveFile=" + archive);
  }

  private ProcessBuilder server(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseParallelGC", "-Xmx512m"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath, SERVER, folder.path().resolve("bare.db").toString()));
    return new ProcessBuilder(command);
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
