package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.server.StartException;
import io.grpc.ChannelCredentials;
import io.grpc.CompositeChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  @TempDir static Path folder;

  private static TestCertificate server;
  private static TestCertificate client;

  @BeforeAll
  static void certificates() throws IOException, InterruptedException, GeneralSecurityException {
    server = TestCertificate.make(folder, "server");
    client = TestCertificate.make(folder, "client");
  }

  @Test
  void a_client_that_trusts_the_certificate_is_served() throws IOException {
    try (TestServer tls = TestServer.start(settings())) {
      assertThat(tls.startLine()).endsWith("auth: none (loopback only), tls: on");
      assertThatCode(() -> call(tls, trusting(server).build())).doesNotThrowAnyException();
    }
  }

  @Test
  void a_client_without_tls_or_trust_is_not_served() throws IOException {
    try (TestServer tls = TestServer.start(settings())) {
      assertUnavailable(tls, InsecureChannelCredentials.create());
      assertUnavailable(tls, trusting(client).build());
    }
  }

  @Test
  void a_client_certificate_is_demanded_where_an_authority_is_named() throws IOException {
    Map<String, String> settings = settings();
    settings.put("tls_client_ca_file", client.certificate().toString());
    try (TestServer tls = TestServer.start(settings)) {
      assertThat(tls.startLine()).endsWith("tls: on (client certificates required)");
      assertThatCode(() -> call(tls, with(client))).doesNotThrowAnyException();
      assertUnavailable(tls, trusting(server).build());
      assertUnavailable(tls, with(server));
    }
  }

  @Test
  void principals_show_their_keys_within_tls() throws IOException {
    String principals =
        """
        [{"name": "agent", "api_key_sha256": "%s", "max_sensitivity": "low",
          "permissions": ["admin"]}]
        """
            .formatted(Digest.of("agent-key"));
    try (TestServer tls = TestServer.withPrincipals(principals, settings())) {
      assertThat(tls.startLine()).endsWith("auth: 1 principal, tls: on");
      ChannelCredentials trusting = trusting(server).build();
      assertThatCode(
              () ->
                  call(
                      tls,
                      CompositeChannelCredentials.create(trusting, BearerToken.of("agent-key"))))
          .doesNotThrowAnyException();
      assertThat(Refusals.refusalOf(() -> call(tls, trusting)).getCode())
          .isEqualTo(Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void files_that_hold_no_certificate_or_key_stop_the_start_with_one_line() throws IOException {
    Path garbage = Files.writeString(folder.resolve("garbage.pem"), "no pem");
    for (String key : new String[] {"tls_cert_file", "tls_key_file", "tls_client_ca_file"}) {
      Map<String, String> settings = settings();
      settings.put(key, garbage.toString());
      assertThatThrownBy(() -> TestServer.start(settings))
          .as(key)
          .isInstanceOf(StartException.class)
          .hasMessageStartingWith(key + ": " + garbage + " holds no ")
          .message()
          .doesNotContain("\n");
    }
  }

  @Test
  void a_key_of_another_certificate_stops_the_start() {
    Map<String, String> settings = settings();
    settings.put("tls_key_file", client.key().toString());
    assertThatThrownBy(() -> TestServer.start(settings))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "cannot use the TLS files: tls_key_file is not the key of tls_cert_file (%s, %s)"
                .formatted(client.key(), settings.get("tls_cert_file")));
  }

  private static void assertUnavailable(TestServer tls, ChannelCredentials credentials) {
    assertThat(Refusals.refusalOf(() -> call(tls, credentials)).getCode())
        .isEqualTo(Status.Code.UNAVAILABLE);
  }

  private static void call(TestServer tls, ChannelCredentials credentials) {
    var unused =
        MembraneServiceGrpc.newBlockingStub(tls.channel(credentials))
            .getMetrics(GetMetricsRequest.getDefaultInstance());
  }

  private static TlsChannelCredentials.Builder trusting(TestCertificate certificate)
      throws IOException {
    return TlsChannelCredentials.newBuilder().trustManager(certificate.certificate().toFile());
  }

  private static ChannelCredentials with(TestCertificate own) throws IOException {
    return trusting(server).keyManager(own.certificate().toFile(), own.key().toFile()).build();
  }

  private static Map<String, String> settings() {
    return new HashMap<>(
        Map.of(
            "tls_cert_file", server.certificate().toString(),
            "tls_key_file", server.key().toString()));
  }
}
