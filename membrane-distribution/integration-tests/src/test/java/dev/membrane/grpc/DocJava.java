package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the Java of a page with what the tests have on their class path. */
final class DocJava {

  private static final String IMPORTS =
      """
      import dev.membrane.*;
      import dev.membrane.embedder.onnx.*;
      import dev.membrane.internal.ingest.*;
      import dev.membrane.internal.retrieve.*;
      import dev.membrane.schema.*;
      import dev.membrane.spi.*;
      import dev.membrane.spi.store.*;
      import dev.membrane.store.memory.*;
      import dev.membrane.store.sqlite.*;
      import dev.membrane.tck.*;
      import java.nio.file.Path;
      import java.time.Instant;
      import java.util.List;
      """;

  private DocJava() {}

  /** What statements print that are run in a folder, followed by the types that they use. */
  static String run(Path folder, String statements, String types) throws Exception {
    String code =
        "class Main { public static void main(String[] arguments) throws Exception {\n"
            + statements
            + "}}\n"
            + types;
    Path source = Files.createTempFile(folder, "Main", ".java");
    Files.writeString(source, IMPORTS + code);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
