package dev.membrane.server;

import dev.membrane.spi.Config;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files for TLS.
 *
 * @param certificate the server's certificate chain
 * @param key its private key (PKCS #8, not encrypted)
 * @param clientCa the authorities that must have issued the certificate of a client, which is then
 *     required; null: none is required
 */
public record TlsFiles(File certificate, File key, @Nullable File clientCa) {

  /** The setting of the certificate. */
  public static final String CERTIFICATE = "tls_cert_file";

  /** The setting of the private key. */
  public static final String KEY = "tls_key_file";

  /** The setting of the authorities of clients. */
  public static final String CLIENT_CA = "tls_client_ca_file";

  private static final String UNUSABLE = "cannot use the TLS files: ";

  /** The keys of the configuration that name them, the same for every transport. */
  public static Set<String> keys() {
    return Set.of(CERTIFICATE, KEY, CLIENT_CA);
  }

  /** Reads the three keys; null means no TLS. */
  public static @Nullable TlsFiles from(Config config) {
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
    if (!isReadable(file)) {
      config.fault(key, "cannot read " + name);
    }
    return file;
  }

  static boolean isReadable(File file) {
    return file.isFile() && file.canRead();
  }

  /**
   * Reads the files and tests the key by signing with it, since a server with a wrong key would
   * start and then fail for every client.
   *
   * @throws StartException if the files cannot be read or the key is not the certificate's
   */
  public void check() {
    PublicKey publicKey = read(CERTIFICATE, certificate, "certificate", KeyPairs::publicKey);
    PrivateKey privateKey =
        read(KEY, key, "private key", file -> KeyPairs.privateKey(file, publicKey.getAlgorithm()));
    if (clientCa != null) {
      PublicKey unused = read(CLIENT_CA, clientCa, "certificate", KeyPairs::publicKey);
    }
    try {
      if (!KeyPairs.belongTogether(publicKey, privateKey)) {
        throw StartException.configuration(
            "%s%s is not the key of %s (%s, %s)"
                .formatted(UNUSABLE, KEY, CERTIFICATE, key, certificate));
      }
    } catch (GeneralSecurityException fault) {
      throw unusable(fault);
    }
  }

  /**
   * What a TLS server of the Java runtime is made of, of files that passed {@link #check}.
   *
   * @throws StartException if they cannot be used
   */
  public SSLContext context() {
    check();
    try {
      KeyStore keys = emptyStore();
      Certificate[] chain = certificates(certificate);
      PrivateKey own = KeyPairs.privateKey(key, chain[0].getPublicKey().getAlgorithm());
      keys.setKeyEntry("server", own, new char[0], chain);
      KeyManagerFactory identity =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      identity.init(keys, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity.getKeyManagers(), clientCa == null ? null : trusting(clientCa), null);
      return context;
    } catch (IOException | GeneralSecurityException fault) {
      throw unusable(fault);
    }
  }

  /** What trusts the certificates in a file. */
  static TrustManager[] trusting(File file) throws IOException, GeneralSecurityException {
    KeyStore authorities = emptyStore();
    for (Certificate authority : certificates(file)) {
      authorities.setCertificateEntry("ca-" + authorities.size(), authority);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    return trust.getTrustManagers();
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /** All certificates in a file. */
  public static Certificate[] certificates(File file) throws IOException, GeneralSecurityException {
    try (InputStream in = new FileInputStream(file)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(in)
          .toArray(Certificate[]::new);
    }
  }

  private interface TlsRead<T> {
    T of(File file) throws IOException, GeneralSecurityException;
  }

  private static <T> T read(String setting, File file, String what, TlsRead<T> reading) {
    try {
      return reading.of(file);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException fault) {
      throw StartException.configuration(
          setting + ": " + file + " holds no " + what + ": " + fault.getMessage(), fault);
    }
  }

  /** Another text once one of the files is written again, or another takes its place. */
  public String version() {
    return version(certificate) + version(key) + (clientCa == null ? "" : version(clientCa));
  }

  private static String version(File file) {
    return file + " " + file.lastModified() + " " + file.length() + "\n";
  }

  /** What to tell the operator if nothing can be made of the files. */
  public static StartException unusable(Exception fault) {
    return StartException.configuration(UNUSABLE + fault.getMessage(), fault);
  }
}
