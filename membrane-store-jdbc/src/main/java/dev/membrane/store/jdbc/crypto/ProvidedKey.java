package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The key of a provider, which may answer and throw anything. Whatever that is, those who use the
 * key get a sound answer or a {@link KeyException} that names the provider and the method. Safe for
 * use by many threads.
 */
record ProvidedKey(KeyEncryptionKey key) {

  /** What is wrapped, in bytes: a data key and its code. */
  static final int WRAPPED = 48;

  private static final String NULL = "null is no answer";

  /** Opens a key. */
  static ProvidedKey open(Supplier<? extends KeyEncryptionKey> opening) {
    return new ProvidedKey(asked("the key provider failed when its key was opened", opening));
  }

  WrappedKey wrap(byte[] bound) {
    return asked(failed("wrap()"), () -> key.wrap(bound));
  }

  byte[] unwrap(WrappedKey wrapped) {
    String failed = failed("unwrap()");
    byte[] bound = asked(failed, () -> key.unwrap(wrapped));
    if (bound.length != WRAPPED) {
      throw broken(failed, "it answered " + bound.length + " bytes, not " + WRAPPED, null);
    }
    return bound;
  }

  void close() {
    var unused =
        asked(
            failed("close()"),
            () -> {
              key.close();
              return key;
            });
  }

  private String failed(String method) {
    return "the key provider %s failed in %s".formatted(key.getClass().getName(), method);
  }

  private static <T> T asked(String failed, Supplier<? extends @Nullable T> call) {
    @Nullable T answer;
    try {
      answer = call.get();
    } catch (KeyException told) {
      throw told;
    } catch (Throwable broken) {
      passOn(broken);
      // The message of what nobody foresaw may tell a secret.
      throw broken(failed, broken.getClass().getName(), broken);
    }
    if (answer == null) {
      throw broken(failed, NULL, null);
    }
    return answer;
  }

  /** That the machine is broken is not the provider's; whoever was interrupted stays it. */
  private static void passOn(Throwable broken) {
    if (broken instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (broken instanceof VirtualMachineError machine && !(broken instanceof StackOverflowError)) {
      throw machine;
    }
  }

  private static KeyException broken(String failed, String why, @Nullable Throwable cause) {
    return KeyException.unavailable(failed + ": " + why, cause);
  }
}
