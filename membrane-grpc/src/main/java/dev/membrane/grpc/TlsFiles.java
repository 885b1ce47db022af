package dev.membrane.grpc;

import dev.membrane.server.StartException;
import dev.membrane.spi.Config;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files for TLS.
 *
 * @param certificate the server's certificate chain
 * @param key its private key (PKCS #8, not encrypted)
 * @param clientCa the authorities whose client certificates are demanded; null: none is
 */
record TlsFiles(File certificate, File key, @Nullable File clientCa) {

  private static final String CERTIFICATE = "tls_cert_file";
  private static final String KEY = "tls_key_file";
  private static final String CLIENT_CA = "tls_client_ca_file";
  private static final String UNUSABLE = "cannot use the TLS files: ";

  /** Reads the three keys; null means no TLS. */
  static @Nullable TlsFiles from(Config config) {
    File certificate = file(config, CERTIFICATE);
    File key = file(config, KEY);
    File clientCa = file(config, CLIENT_CA);
    if (certificate == null && (key != null || clientCa != null)) {
      config.fault(CERTIFICATE, "must be set too, TLS needs both files");
    }
    if (key == null && (certificate != null || clientCa != null)) {
      config.fault(KEY, "must be set too, TLS needs both files");
    }
    return certificate == null || key == null ? null : new TlsFiles(certificate, key, clientCa);
  }

  private static @Nullable File file(Config config, String key) {
    String name = config.text(key);
    if (name == null) {
      return null;
    }
    File file = new File(name);
    if (!file.isFile() || !file.canRead()) {
      config.fault(key, "cannot read " + name);
    }
    return file;
  }

  /**
   * What the server proves its identity with.
   *
   * @throws StartException if the files cannot be read or the key is not the certificate's
   */
  ServerCredentials credentials() {
    PublicKey publicKey = read(CERTIFICATE, certificate, "certificate", KeyPairs::publicKey);
    PrivateKey privateKey =
        read(KEY, key, "private key", file -> KeyPairs.privateKey(file, publicKey.getAlgorithm()));
    if (clientCa != null) {
      PublicKey unused = read(CLIENT_CA, clientCa, "certificate", KeyPairs::publicKey);
    }
    try {
      if (!KeyPairs.belongTogether(publicKey, privateKey)) {
        throw new StartException(UNUSABLE + KEY + " is not the key of " + CERTIFICATE);
      }
      TlsServerCredentials.Builder tls =
          TlsServerCredentials.newBuilder().keyManager(certificate, key);
      if (clientCa != null) {
        tls.trustManager(clientCa).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
      }
      return tls.build();
    } catch (IOException | GeneralSecurityException | IllegalArgumentException fault) {
      throw unusable(fault);
    }
  }

  private interface Reading<T> {
    T of(File file) throws IOException, GeneralSecurityException;
  }

  private static <T> T read(String setting, File file, String what, Reading<T> reading) {
    try {
      return reading.of(file);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException fault) {
      throw new StartException(
          setting + ": " + file + " holds no " + what + ": " + fault.getMessage(), fault);
    }
  }

  /** What to tell the operator if nothing can be made of the files. */
  static StartException unusable(Exception fault) {
    return new StartException(UNUSABLE + fault.getMessage(), fault);
  }
}
