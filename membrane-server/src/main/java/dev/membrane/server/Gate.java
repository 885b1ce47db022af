package dev.membrane.server;

import dev.membrane.server.NotAdmittedException.Reason;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Admits the callers of every transport to memory: it checks the key, finds out whose it is, and
 * limits how often each may call. Failed attempts from an address delay only unknown keys from
 * there, since many callers may share an address. Thread-safe.
 */
public interface Gate {

  /**
   * Admits a call or refuses it. A transport asks this for each call, before it reads any more of
   * the request.
   *
   * @param key what the caller sends; null: nothing, which does not count as an attempt to guess a
   *     key
   * @param address where the call comes from; for IPv6 the network, since a single customer has
   *     very many addresses in it
   * @throws NotAdmittedException if the key is missing or unknown, or there are too many calls
   */
  Admission admit(@Nullable String key, String address);

  /**
   * Answers if memory can serve; needs no key.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot
   */
  void check();

  /**
   * How many records wait to be embedded; 0 without an embedder.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot serve
   */
  long embeddingBacklog();

  /**
   * The key in a header {@code authorization: Bearer <key>}; the word may be in any case.
   *
   * @param header the value of the header; null: there is none
   * @return null if there is no such header, or it has another scheme
   */
  static @Nullable String bearerKey(@Nullable String header) {
    String scheme = "bearer ";
    return header != null && header.toLowerCase(Locale.ROOT).startsWith(scheme)
        ? header.substring(scheme.length()).trim()
        : null;
  }

  /**
   * The key in all headers {@code authorization} of a call.
   *
   * @return as {@link #bearerKey}
   * @throws NotAdmittedException if there are several: who stands between may have checked another
   *     one than would count here
   */
  static @Nullable String bearerKeyOf(Collection<String> headers) {
    if (headers.size() > 1) {
      throw new NotAdmittedException(
          Reason.KEY_UNKNOWN, "the header 'authorization' is there more than once");
    }
    return bearerKey(headers.stream().findFirst().orElse(null));
  }
}
