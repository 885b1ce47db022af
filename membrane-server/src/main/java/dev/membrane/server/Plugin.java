package dev.membrane.server;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.work.PluginFailures;
import dev.membrane.spi.PluginProvider;
import dev.membrane.spi.StoreOpenException;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider that was found. Nothing else calls one, so that whatever it throws, and a null that it
 * answers, is told in one line that names the plugin and the method.
 *
 * @param <P> the kind of provider
 */
final class Plugin<P> {

  private static final Logger LOG = LoggerFactory.getLogger(Plugin.class);

  private final P provider;
  private final String name;

  private Plugin(P provider) {
    this.provider = provider;
    String type = provider.getClass().getName();
    this.name = provider instanceof PluginProvider named ? named(named, type) : type;
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
      String why = broken.getCause() == null ? "" : ": " + broken.getCause();
      String text = broken instanceof LinkageError ? broken.toString() : broken.getMessage();
      throw broken(type.getName() + " cannot be loaded: " + text + why, true, broken);
    }
    return found.stream().map(Plugin::new).toList();
  }

  /** The word that names the plugin; the class of the provider, if such providers have none. */
  String name() {
    return name;
  }

  /**
   * What the provider answers.
   *
   * @param method such as {@code create()}
   * @throws StartException if it throws anything but one of its own, or answers null: a fault of
   *     the configuration, since the next start would fail as well
   */
  <T> T ask(String method, Function<? super P, ? extends T> call) {
    return call(title(), "in " + method, true, () -> call.apply(provider));
  }

  /** As {@link #ask}, of a method without an answer. */
  void tell(String method, Consumer<? super P> call) {
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
  <T> T use(String what, Supplier<? extends T> call) {
    return call(title(), what, false, call);
  }

  /**
   * Closes something that the provider has made. All is committed, so a failure is logged and no
   * reason to end otherwise than asked.
   *
   * @param what where it is, such as {@code in close() of its embedder}
   */
  void release(String what, Runnable close) {
    try {
      close.run();
    } catch (Throwable broken) {
      PluginFailures.passOn(broken);
      LOG.warn(line(failed(title(), what, broken), broken));
    }
  }

  private String title() {
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

  private static String failed(String title, String what, Throwable broken) {
    return "the plugin %s failed %s: %s".formatted(title, what, broken);
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
