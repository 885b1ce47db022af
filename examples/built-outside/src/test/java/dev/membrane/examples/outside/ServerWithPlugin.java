package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged server with a plugin's jar beside its own. */
final class ServerWithPlugin implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("grpc on (\\S+:\\d+)");

  private final Process process;
  private final String startLine;
  private final ManagedChannel channel;

  private ServerWithPlugin(Process process, String startLine) {
    this.process = process;
    this.startLine = startLine;
    Matcher address = ADDRESS.matcher(startLine);
    assertThat(address.find()).as(startLine).isTrue();
    this.channel =
        Grpc.newChannelBuilder(address.group(1), InsecureChannelCredentials.create()).build();
  }

  /** Starts a server in a folder. */
  static ServerWithPlugin start(Path folder, Path jar, String configuration) throws IOException {
    String addresses = "listen_addr: 127.0.0.1:0\nhttp_addr: 127.0.0.1:0\n";
    Files.writeString(folder.resolve("config.yaml"), configuration + addresses);
    Path lib = Outside.root().resolve("membrane-distribution/target/membraned/lib/*");
    Path errors = folder.resolve("stderr.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                lib + ":" + jar,
                "dev.membrane.server.internal.process.Membraned")
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    BufferedReader out = process.inputReader();
    String line = out.readLine();
    assertThat(line).as(Files.readString(errors)).isNotNull();
    return new ServerWithPlugin(process, line);
  }

  String startLine() {
    return startLine;
  }

  MembraneServiceBlockingStub stub() {
    return MembraneServiceGrpc.newBlockingStub(channel);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    process.destroy();
    process.onExit().join();
  }
}
