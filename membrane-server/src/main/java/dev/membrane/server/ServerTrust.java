package dev.membrane.server;

import dev.membrane.spi.Config;
import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a command needs to call a server over TLS: the server's certificate, and not its key.
 *
 * @param certificate a PEM file with the certificates to trust
 * @param wantsClientCertificate whether the server, if it has the same configuration, demands a
 *     certificate of its clients
 */
public record ServerTrust(File certificate, boolean wantsClientCertificate) {

  /**
   * Reads the keys of {@link TlsFiles}; null means no TLS.
   *
   * @throws StartException if a file of TLS is named and there is no certificate that can be read:
   *     a key must not be shown in clear to a server that was to be called over TLS
   */
  public static @Nullable ServerTrust from(Config config) {
    String name = config.text(TlsFiles.CERTIFICATE);
    boolean hasKey = config.has(TlsFiles.KEY);
    boolean hasClientCa = config.has(TlsFiles.CLIENT_CA);
    if (name == null) {
      if (hasKey || hasClientCa) {
        throw StartException.configuration(
            TlsFiles.CERTIFICATE + ": must be set too, it is what a command trusts");
      }
      return null;
    }
    File certificate = new File(name);
    if (!TlsFiles.isReadable(certificate)) {
      throw StartException.configuration(TlsFiles.CERTIFICATE + ": cannot read " + name);
    }
    return new ServerTrust(certificate, hasClientCa);
  }

  /**
   * What a client is made of that trusts this certificate.
   *
   * @throws StartException if it cannot be used
   */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, TlsFiles.trusting(certificate), null);
      return context;
    } catch (IOException | GeneralSecurityException fault) {
      throw TlsFiles.unusable(fault);
    }
  }
}
