package dev.membrane.server.internal.process;

import dev.membrane.schema.Sensitivity;
import dev.membrane.server.Gate;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.CommandProvider;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyException;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** Providers of which each breaks its contract in one method. */
public final class BrokenProviders {

  private BrokenProviders() {}

  private static IllegalStateException failure() {
    return new IllegalStateException("out of order\nand more");
  }

  /** {@code backend: whole}, which works; the others fail in what they override. */
  public abstract static class WholeStore implements StoreProvider {

    @Override
    public String name() {
      return "whole";
    }

    @Override
    public Supplier<MemoryStore> create(PluginContext context) {
      return InMemoryStore::new;
    }
  }

  /** Cannot say its name. */
  public static final class ThrowingName extends WholeStore {

    @Override
    public String name() {
      throw failure();
    }
  }

  /** Has no name. */
  public static final class NullName extends WholeStore {

    @Override
    @SuppressWarnings("NullAway")
    public String name() {
      return null;
    }
  }

  /** Cannot say its keys. */
  public static final class ThrowingKeys extends WholeStore {

    @Override
    public Set<String> keys() {
      throw failure();
    }
  }

  /** Cannot check settings. */
  public static final class ThrowingCheck extends WholeStore {

    @Override
    public void check(Config config) {
      throw failure();
    }
  }

  /** Lacks a library. */
  public static final class MissingClass extends WholeStore {

    @Override
    public Supplier<MemoryStore> create(PluginContext context) {
      throw new NoClassDefFoundError("com/example/Driver");
    }
  }

  /** Throws as code in Kotlin or Groovy does, which declares no exception. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException undeclared() throws T {
    throw (T) new IOException("out of order");
  }

  /** Throws a checked exception. */
  public static final class CheckedCreate extends WholeStore {

    @Override
    public Supplier<MemoryStore> create(PluginContext context) {
      throw BrokenProviders.<RuntimeException>undeclared();
    }
  }

  /** Throws a checked exception when the store is opened. */
  public static final class CheckedStore extends WholeStore {

    @Override
    public Supplier<MemoryStore> create(PluginContext context) {
      return () -> {
        throw BrokenProviders.<RuntimeException>undeclared();
      };
    }
  }

  /** Makes nothing. */
  public static final class NullCreate extends WholeStore {

    @Override
    @SuppressWarnings("NullAway")
    public Supplier<MemoryStore> create(PluginContext context) {
      return null;
    }
  }

  /** Opens nothing. */
  public static final class NullStore extends WholeStore {

    @Override
    @SuppressWarnings("NullAway")
    public Supplier<MemoryStore> create(PluginContext context) {
      return () -> null;
    }
  }

  /** Works with any key that can be opened. */
  public static final class KeyedStore extends WholeStore {

    @Override
    public Supplier<MemoryStore> create(PluginContext context) {
      return () -> {
        try {
          Objects.requireNonNull(context.key()).get().close();
          return new InMemoryStore();
        } catch (KeyException unusable) {
          throw new StoreOpenException("the store: " + unusable.getMessage(), unusable);
        }
      };
    }

    @Override
    public boolean isEncrypting() {
      return true;
    }
  }

  /** Opens its key with a checked exception. */
  public static final class CheckedKey implements KeyProvider {

    @Override
    public String name() {
      return "vault";
    }

    @Override
    public Supplier<KeyEncryptionKey> create(PluginContext context) {
      return () -> {
        throw BrokenProviders.<RuntimeException>undeclared();
      };
    }
  }

  /** Opens no key. */
  public static final class NullKey implements KeyProvider {

    @Override
    public String name() {
      return "vault";
    }

    @Override
    @SuppressWarnings("NullAway")
    public Supplier<KeyEncryptionKey> create(PluginContext context) {
      return () -> null;
    }
  }

  /** Cannot be initialized. */
  public static final class StaticFailure extends WholeStore {

    private static final int SIZE = Integer.parseInt("many");

    @Override
    public String name() {
      return "size" + SIZE;
    }
  }

  /** Has the name of another store. */
  public static final class Namesake extends WholeStore {

    @Override
    public String name() {
      return "memory";
    }
  }

  /** Has a name that would be two in a list. */
  public static final class Unchoosable extends WholeStore {

    @Override
    public String name() {
      return "a,b";
    }
  }

  /** Makes a stage without a name. */
  public static final class NamelessStage implements StageProvider {

    @Override
    public String name() {
      return "nameless";
    }

    @Override
    public Stage<?> create(PluginContext context) {
      return (Stage<?>)
          Proxy.newProxyInstance(
              Stage.class.getClassLoader(),
              new Class<?>[] {Stage.class},
              (stage, method, arguments) -> {
                throw failure();
              });
    }
  }

  /** Makes a stage with the name of a bundled one. */
  public static final class NameTaker implements StageProvider {

    @Override
    public String name() {
      return "taker";
    }

    @Override
    public Stage<?> create(PluginContext context) {
      return (Stage<?>)
          Proxy.newProxyInstance(
              Stage.class.getClassLoader(),
              new Class<?>[] {Stage.class},
              (stage, method, arguments) -> "competence");
    }
  }

  /** Cannot say by which key it is chosen. */
  public static final class ThrowingChoice implements EmbedderProvider {

    @Override
    public String name() {
      return "choice";
    }

    @Override
    public Embedder create(PluginContext context) {
      throw failure();
    }

    @Override
    public Optional<String> choosingKey() {
      throw failure();
    }
  }

  /** Cannot say what somebody can type. */
  public static final class ThrowingExamples implements CommandProvider {

    @Override
    public List<Object> commands(CommandContext context) {
      return List.of();
    }

    @Override
    public List<String> examples() {
      throw failure();
    }
  }

  /** Brings no command. */
  public static final class NoCommand implements CommandProvider {

    @Override
    public List<Object> commands(CommandContext context) {
      return List.of("no command");
    }
  }

  /** {@code embedder: unsound}, whose check throws what no contract names. */
  public static final class ThrowingEmbedder implements EmbedderProvider {

    @Override
    public String name() {
      return "unsound";
    }

    @Override
    public Embedder create(PluginContext context) {
      return (Embedder)
          Proxy.newProxyInstance(
              Embedder.class.getClassLoader(),
              new Class<?>[] {Embedder.class},
              (embedder, method, arguments) -> {
                throw failure();
              });
    }
  }

  /** {@code embedder: flat}, whose vectors have no numbers. */
  public static final class FlatEmbedder implements EmbedderProvider {

    @Override
    public String name() {
      return "flat";
    }

    @Override
    public Embedder create(PluginContext context) {
      return new Stuck() {
        @Override
        public int dimensions() {
          return 0;
        }
      };
    }
  }

  /** {@code embedder: open}, which does not say what it may get. */
  public static final class OpenEmbedder implements EmbedderProvider {

    @Override
    public String name() {
      return "open";
    }

    @Override
    public Embedder create(PluginContext context) {
      return new Stuck() {
        @Override
        @SuppressWarnings("NullAway")
        public Sensitivity maxSensitivity() {
          return null;
        }
      };
    }
  }

  /** {@code embedder: unclosed}, which cannot be closed. */
  public static final class UnclosedEmbedder implements EmbedderProvider {

    @Override
    public String name() {
      return "unclosed";
    }

    @Override
    public Embedder create(PluginContext context) {
      return new Stuck();
    }
  }

  private static class Stuck implements Embedder {

    @Override
    public String model() {
      return "stuck";
    }

    @Override
    public int dimensions() {
      return 1;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return texts.stream().map(text -> new float[] {1}).toList();
    }

    @Override
    public void close() {
      throw BrokenProviders.<RuntimeException>undeclared();
    }
  }

  /** A transport that cannot be closed. */
  public static final class UnclosedTransport implements TransportProvider {

    @Override
    public String name() {
      return "open";
    }

    @Override
    public Function<Gate, Transport> create(TransportContext context) {
      return gate -> new Open();
    }
  }

  private static final class Open implements Transport {

    @Override
    public String start() {
      return "open";
    }

    @Override
    public void close() {
      throw new AssertionError("out of order");
    }
  }

  /** A store that cannot say what it is. */
  public static final class NamelessStore implements StoreProvider {

    static final AtomicInteger OPEN = new AtomicInteger();

    @Override
    public String name() {
      return "whole";
    }

    @Override
    public Supplier<MemoryStore> create(PluginContext context) {
      return () -> {
        OPEN.incrementAndGet();
        return new ForwardingStore(new InMemoryStore()) {
          @Override
          public String toString() {
            throw new IllegalStateException("out of order");
          }

          @Override
          public void close() {
            OPEN.decrementAndGet();
            super.close();
          }
        };
      };
    }
  }

  /** A transport that cannot be started. */
  public static final class ThrowingTransport implements TransportProvider {

    @Override
    public String name() {
      return "deaf";
    }

    @Override
    public Function<Gate, Transport> create(TransportContext context) {
      return gate -> new Deaf();
    }
  }

  private static final class Deaf implements Transport {

    @Override
    public String start() {
      throw failure();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** A transport that says where it is in two lines. */
  public static final class ChattyTransport implements TransportProvider {

    @Override
    public String name() {
      return "chatty";
    }

    @Override
    public Function<Gate, Transport> create(TransportContext context) {
      return gate ->
          new Transport() {
            @Override
            public String start() {
              return "chatty\n on 3 wires";
            }

            @Override
            public void close() {
              // Nothing is open.
            }
          };
    }
  }

  /** Makes a stage with the name of a job. */
  public static final class JobTaker implements StageProvider {

    @Override
    public String name() {
      return "taker";
    }

    @Override
    public Stage<?> create(PluginContext context) {
      return (Stage<?>)
          Proxy.newProxyInstance(
              Stage.class.getClassLoader(),
              new Class<?>[] {Stage.class},
              (stage, method, arguments) -> "prune");
    }
  }
}
