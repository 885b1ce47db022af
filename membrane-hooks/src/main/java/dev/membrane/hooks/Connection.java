package dev.membrane.hooks;

import dev.membrane.server.HeaderText;
import dev.membrane.server.command.HttpCaller;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a host reaches the server.
 *
 * @param url of the endpoint of the host
 * @param isEncrypted whether that is HTTPS
 * @param isShell whether a command sends the events, rather than the host itself
 * @param scope to stay in; null: all that the key may see
 */
record Connection(String url, boolean isEncrypted, boolean isShell, @Nullable String scope) {

  /**
   * The headers of a request.
   *
   * @param key how the host says the value of {@link HttpCaller#KEY_VARIABLE}
   */
  Map<String, Object> headers(String key) {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("Authorization", "Bearer " + key);
    headers.putAll(headers());
    return headers;
  }

  /** Those of them that hold no key. */
  Map<String, Object> headers() {
    return scope == null ? Map.of() : Map.of(HookEndpoint.SCOPE, HeaderText.encoded(scope));
  }

  /**
   * A command that sends what it reads and prints the answer. An error does not stop the host, and
   * the key is not visible in the list of processes. As for all commands there is no proxy, which
   * would read the key and the events, and may not even find the server.
   */
  String command() {
    return "curl -sf -m 4 --noproxy '*' --data-binary @- -H 'content-type: application/json'"
        + (scope == null
            ? ""
            : " -H " + quoted(HookEndpoint.SCOPE + ": " + HeaderText.encoded(scope)))
        + " -K /dev/fd/3 "
        + quoted(url)
        + " 3<<EOF || true\nheader = \"authorization: Bearer $"
        + HttpCaller.KEY_VARIABLE
        + "\"\nEOF\n";
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
