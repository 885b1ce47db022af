package dev.membrane.server.internal.plugin;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.work.DaemonThread;
import dev.membrane.internal.work.PluginFailures;
import dev.membrane.server.StartException;
import dev.membrane.server.Transport;
import dev.membrane.spi.PluginProvider;
import dev.membrane.spi.store.StoreOpenException;
import java.security.CodeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider that was found. Nothing else calls one, so that whatever it throws, and a null that it
 * answers, is told in one line that names the plugin and the method.
 *
 * @param <P> the kind of provider
 */
public final class Plugin<P> {

  private static final Logger LOG = LoggerFactory.getLogger(Plugin.class);

  /** After so long it is told who keeps a start waiting. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  /** A moment more than a transport may take. */
  private static final Duration MAX_CLOSING = Transport.GRACE.plusSeconds(1);

  /** A name stands in lists and keys. */
  private static final Pattern CHOOSABLE = Pattern.compile("[^\\s,:]+");

  private final P provider;
  private final String name;

  private Plugin(P provider) {
    this.provider = provider;
    String type = provider.getClass().getName();
    this.name = provider instanceof PluginProvider named ? named(named, type) : type;
    if (!CHOOSABLE.matcher(name).matches()) {
      throw StartException.configuration(
          "the plugin %s has a name that no configuration can choose: \"%s\""
              .formatted(place(), name));
    }
  }

  private static String named(PluginProvider provider, String type) {
    return call(type, "in name()", true, provider::name);
  }

  /**
   * All of a kind.
   *
   * @throws StartException if one cannot be loaded
   */
  static <P> List<Plugin<P>> load(Class<P> type) {
    List<P> found;
    try {
      found = ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get).toList();
    } catch (ServiceConfigurationError | LinkageError broken) {
      String why = broken.getCause() == null ? "" : ": " + StartException.innermost(broken);
      String text = broken instanceof LinkageError ? broken.toString() : withoutType(type, broken);
      throw broken(type.getName() + " cannot be loaded: " + text + why, true, broken);
    }
    return found.stream().map(Plugin::new).toList();
  }

  private static String withoutType(Class<?> type, Throwable broken) {
    return String.valueOf(broken.getMessage())
        .replaceFirst("^" + Pattern.quote(type.getName() + ": "), "");
  }

  /** The class of the provider, and the jar that has it. */
  String place() {
    CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
    String type = provider.getClass().getName();
    return source == null || source.getLocation() == null
        ? type
        : type
            + " in "
            + source.getLocation().getPath().replaceFirst("^.*/(?=[^/]+/?$)", "").replace("/", "");
  }

  /** The word that names the plugin; the class of the provider, if such providers have none. */
  public String name() {
    return name;
  }

  /**
   * What the provider answers.
   *
   * @param method such as {@code create()}
   * @throws StartException if it throws anything but one of its own, or answers null: a fault of
   *     the configuration, since the next start would fail as well
   */
  public <T> T ask(String method, Function<? super P, ? extends T> call) {
    return call(title(), "in " + method, true, () -> call.apply(provider));
  }

  /** As {@link #ask}, of a method without an answer. */
  public void tell(String method, Consumer<? super P> call) {
    ask(
        method,
        it -> {
          call.accept(it);
          return method;
        });
  }

  /**
   * What something does that the provider has made, such as a store when it is opened.
   *
   * @param what where it is, such as {@code when its store was opened}
   * @throws StartException if it throws anything but a refusal, or answers null; another start may
   *     go well
   */
  public <T> T use(String what, Supplier<? extends T> call) {
    CountDownLatch done = new CountDownLatch(1);
    DaemonThread.of("membrane-watch", () -> tellIfSlow(what, done)).start();
    try {
      return call(title(), what, false, call);
    } finally {
      done.countDown();
    }
  }

  private void tellIfSlow(String what, CountDownLatch done) {
    try {
      if (!done.await(SLOW.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("waiting for the plugin {} for {} s so far: {}", title(), SLOW.toSeconds(), what);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes something that the provider has made. All is committed, so a failure is logged and no
   * reason to end otherwise than asked.
   *
   * @param what where it is, such as {@code in close() of its embedder}
   */
  public void release(String what, Runnable close) {
    try {
      end(what, MAX_CLOSING, close);
    } catch (Throwable broken) {
      PluginFailures.passOn(broken);
      LOG.warn(line(failed(title(), what, broken), broken));
    }
  }

  /**
   * Closes something, and throws what that throws. If it takes too long, it is left as it is, and
   * the log says so.
   *
   * @param most how long it may take
   */
  public void end(String what, Duration most, Runnable close) {
    FutureTask<String> closing = new FutureTask<>(close, what);
    DaemonThread.of("membrane-close", closing).start();
    // Who was interrupted before still closes.
    boolean isInterrupted = Thread.interrupted();
    try {
      String unused = closing.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException hanging) {
      LOG.error(
          "the plugin {} has hung for {} s {}; the server ends without it",
          title(),
          most.toSeconds(),
          what);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException failed) {
      throw Plugin.<RuntimeException>undeclared(Objects.requireNonNull(failed.getCause()));
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException undeclared(Throwable failure) throws T {
    throw (T) failure;
  }

  /** The name of the plugin, and its class. */
  String title() {
    String type = provider.getClass().getName();
    return name.equals(type) ? type : name + " (" + type + ")";
  }

  private static <T> T call(
      String title, String what, boolean isConfiguration, Supplier<? extends T> call) {
    try {
      return requireNonNull(call.get(), "null is no answer");
    } catch (StartException refused) {
      throw refused;
    } catch (StoreOpenException refused) {
      throw StoreFailure.refusal(refused);
    } catch (Throwable broken) {
      PluginFailures.passOn(broken);
      throw broken(failed(title, what, broken), isConfiguration, broken);
    }
  }

  /** Says that something of the plugin failed. */
  String failed(String what) {
    return failed(title(), what);
  }

  private static String failed(String title, String what) {
    return "the plugin %s failed %s".formatted(title, what);
  }

  private static String failed(String title, String what, Throwable broken) {
    return failed(title, what) + ": " + broken;
  }

  /** The operator reads a line. The stack is for who writes the plugin, and asks for it. */
  private static StartException broken(String text, boolean isConfiguration, Throwable cause) {
    String line = line(text, cause);
    return isConfiguration
        ? StartException.configuration(line, cause)
        : new StartException(line, cause);
  }

  private static String line(String text, Throwable cause) {
    LOG.debug("a plugin is broken", cause);
    return text.lines().findFirst().orElse(text);
  }
}
