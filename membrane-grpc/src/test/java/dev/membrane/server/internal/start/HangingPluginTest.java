package dev.membrane.server.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.membrane.ClosedException;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.Gate;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.spi.Config;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A plugin that has to be given up. It stands here since it waits for as long as a transport may
 * take, and all other modules would wait for that of the server.
 */
class HangingPluginTest {

  @TempDir private Path folder;

  @Test
  void what_never_ends_when_it_is_closed_keeps_nothing_else_open() throws Exception {
    Map<String, JsonValue> settings =
        Map.of(
            "db_path", new JsonString(folder.resolve("m.db").toString()),
            "listen_addr", new JsonString("127.0.0.1:0"),
            "plugins.endless.enabled", new JsonBoolean(true));
    Server server = started(new Config(settings));
    FutureTask<Server> closing = new FutureTask<>(server::close, server);
    Thread thread = new Thread(closing, "closing");
    thread.setDaemon(true);
    thread.start();

    assertThat(closing.get(5, TimeUnit.MINUTES)).isEqualTo(server);

    assertThatExceptionOfType(ClosedException.class).isThrownBy(server.membrane()::check);
  }

  /** A server that finds the plugin on the class path. */
  private Server started(Config config) throws Exception {
    Path services = Files.createDirectories(folder.resolve("jar/META-INF/services"));
    Files.writeString(
        services.resolve(TransportProvider.class.getName()),
        HangingTransport.class.getName() + "\n");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    URL jar = folder.resolve("jar").toUri().toURL();
    try (URLClassLoader with = new URLClassLoader(new URL[] {jar}, before)) {
      thread.setContextClassLoader(with);
      return Server.start(config);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** A transport whose end never comes. */
  public static final class HangingTransport implements TransportProvider {

    @Override
    public String name() {
      return "endless";
    }

    @Override
    public Function<Gate, Transport> create(TransportContext context) {
      return gate -> new Endless();
    }
  }

  private static final class Endless implements Transport {

    @Override
    public String start() {
      return "endless";
    }

    @Override
    public void close() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
