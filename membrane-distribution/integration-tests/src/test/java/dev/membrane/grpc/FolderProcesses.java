package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The processes that work in a folder or run a script of it. What makes an archive there outlives
 * the server that has begun it.
 */
final class FolderProcesses {

  private static final Path PROCESSES = Path.of("/proc");

  private FolderProcesses() {}

  /** Ends all of them, and what they begin meanwhile; nothing is written there any more then. */
  static void end(Path folder) throws IOException, InterruptedException {
    Path real = folder.toRealPath();
    List<ProcessHandle> all = all(real);
    for (int i = 0; i < 30_000 && !all.isEmpty(); i++) {
      all.forEach(ProcessHandle::destroyForcibly);
      TimeUnit.MILLISECONDS.sleep(10);
      all = all(real);
    }
    assertThat(all).as("processes in " + folder).isEmpty();
  }

  private static List<ProcessHandle> all(Path folder) {
    return ProcessHandle.allProcesses().filter(process -> isIn(folder, process)).toList();
  }

  private static boolean isIn(Path folder, ProcessHandle process) {
    Path its = PROCESSES.resolve(String.valueOf(process.pid()));
    try {
      return Files.readSymbolicLink(its.resolve("cwd")).startsWith(folder)
          || List.of(Files.readString(its.resolve("cmdline")).split("\0", -1)).stream()
              .anyMatch(word -> word.startsWith(folder + "/"));
    } catch (IOException gone) {
      return false;
    }
  }
}
