package dev.membrane.server.command;

import dev.membrane.server.ListenAddress;
import dev.membrane.server.ServerTrust;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls a running server over HTTP, for commands. It uses the older HTTP client of the Java
 * runtime: the newer one takes half a second to load, longer than everything else that a command
 * does. Immutable.
 */
public final class HttpCaller {

  /** The variable of the environment that holds the key of whoever runs a command. */
  public static final String KEY_VARIABLE = "MEMBRANE_CLIENT_KEY";

  private static final int CONNECTED_WITHIN_MILLIS = 5_000;

  /** With which Java's own words begin. */
  private static final String NO_TLS = "Unsupported or unrecognized SSL message";

  private static final String NOT_TRUSTED = "PKIX path";
  private static final String NOT_VALID_TODAY = "validity check failed";

  private final String target;
  private final Optional<SSLSocketFactory> encryption;
  private final Optional<String> key;

  /**
   * A caller who has not called yet.
   *
   * @param tls what to trust; null: no TLS
   * @param key that the server is shown, the value of {@link #KEY_VARIABLE}; empty: none
   * @throws StartException if no header can carry the key
   */
  public HttpCaller(ListenAddress address, @Nullable ServerTrust tls, Optional<String> key) {
    this.target = address.asTarget();
    this.encryption = Optional.ofNullable(tls).map(trust -> trust.context().getSocketFactory());
    this.key = key;
    if (!key.orElse("").chars().allMatch(HttpCaller::isPrintable)) {
      // What the HTTP client throws of it has the key in its message.
      throw new StartException(
          "the variable "
              + KEY_VARIABLE
              + " has characters that no header can carry, such as the end of a line");
    }
  }

  private static boolean isPrintable(int character) {
    return character >= ' ' && character <= '~';
  }

  /** Where the server is, for messages. */
  public String target() {
    return target;
  }

  /** Whether the server is called over TLS. */
  public boolean isSecure() {
    return encryption.isPresent();
  }

  /** Whether a key is shown. */
  public boolean hasKey() {
    return key.isPresent();
  }

  /**
   * A request with a body of JSON, which is streamed and so never sent a second time.
   *
   * @param path that it is sent to
   * @param bytes the length of the body
   * @throws IOException if the address is none
   */
  public HttpURLConnection post(String path, int bytes) throws IOException {
    String scheme = encryption.isPresent() ? "https://" : "http://";
    URL url = URI.create(scheme + target + path).toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(encryption.orElseThrow());
    }
    connection.setConnectTimeout(CONNECTED_WITHIN_MILLIS);
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(bytes);
    connection.setRequestProperty("Content-Type", "application/json");
    key.ifPresent(shown -> connection.setRequestProperty("Authorization", "Bearer " + shown));
    return connection;
  }

  /**
   * What to tell whoever runs a command of a call that got no answer. It names the server, the
   * cause and what to do.
   */
  public String fault(IOException lost) {
    String at = "the server on " + target;
    if (isOfCertificate(lost)) {
      return "the certificate of " + at + " is refused: " + whyRefused(lost);
    }
    if (isSecure() && String.valueOf(lost.getMessage()).startsWith(NO_TLS)) {
      return at + " does not serve TLS; leave tls_cert_file out, or correct http_addr";
    }
    // What the server refuses is known here by an alert, or not even that.
    String demand = isBrokenOff(lost) ? whyBrokenOff() : "";
    return at
        + " does not answer: "
        + lost.getMessage()
        + demand
        + "; if it has ended, start membraned";
  }

  /** Whether it is this side that refuses the server's certificate, now and later. */
  public static boolean isOfCertificate(IOException lost) {
    for (Throwable cause = lost; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }

  private static String whyRefused(IOException lost) {
    String said = String.valueOf(lost.getMessage());
    return said.startsWith(NOT_TRUSTED) && !said.contains(NOT_VALID_TODAY)
        ? "the file that tls_cert_file names does not trust it; it has to hold the certificate of"
            + " the server, or of the authority that issued it"
        : said + "; it has to be for this name, and tls_cert_file the server's";
  }

  private String whyBrokenOff() {
    return isSecure()
        ? "; if it demands a client certificate, commands have none"
        : "; if it serves TLS, tls_cert_file has to name its certificate";
  }

  private static boolean isBrokenOff(IOException lost) {
    return !(lost instanceof ConnectException
        || lost instanceof UnknownHostException
        || lost instanceof SocketTimeoutException);
  }
}
