package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpTlsTest {

  private static final String PASSWORD = "changeit";
  private static final String NAME = "server";

  @TempDir Path folder;
  private KeyStore keys;
  private Path certificate;
  private Path key;

  @BeforeEach
  void makeFiles() throws Exception {
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-J-XX:TieredStopAtLevel=1",
                    "-genkeypair",
                    "-alias",
                    NAME,
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=server",
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    store.toString()))
            .start();
    assertThat(keytool.waitFor()).isZero();
    keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    certificate = pem("CERTIFICATE", keys.getCertificate(NAME).getEncoded());
    key = pem("PRIVATE KEY", keys.getKey(NAME, PASSWORD.toCharArray()).getEncoded());
  }

  private Path pem(String label, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(content);
    return Files.writeString(
        folder.resolve(label.replace(' ', '-')),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label));
  }

  @Test
  void whoever_trusts_the_certificate_is_served() throws Exception {
    try (Site site =
        Site.started("tls_cert_file", certificate.toString(), "tls_key_file", key.toString())) {
      assertThat(status(site, trusting())).isEqualTo(404);
      assertThatThrownBy(() -> status(site, SSLContext.getDefault()))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void whoever_shows_no_certificate_is_refused_where_one_is_demanded() throws Exception {
    try (Site site =
        Site.started(
            "tls_cert_file",
            certificate.toString(),
            "tls_key_file",
            key.toString(),
            "tls_client_ca_file",
            certificate.toString())) {
      SSLContext anonymous = trusting();
      assertThatThrownBy(() -> status(site, anonymous)).isInstanceOf(IOException.class);
    }
  }

  private SSLContext trusting() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(NAME, keys.getCertificate(NAME));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static int status(Site site, SSLContext trust) throws IOException, InterruptedException {
    URI uri = URI.create("https://127.0.0.1:" + site.port() + "/v1/records/none");
    return HttpClient.newBuilder()
        .sslContext(trust)
        .build()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .statusCode();
  }
}
