package com.example.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.NotAdmittedException.Reason;
import dev.membrane.store.memory.InMemoryStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How calls are answered over HTTP, of which the contract of transports knows nothing. */
class WebCallsTest {

  private final Membrane membrane =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  private final WebTransport transport =
      new WebTransport(new OneKey(membrane), ListenAddress.parse("127.0.0.1:0"));
  private final String address = transport.start().replace("web on ", "http://");

  @AfterEach
  void close() {
    transport.close();
    membrane.close();
  }

  @Test
  void the_word_before_the_key_is_in_any_case() throws Exception {
    assertThat(status("/retrieve", "Bearer good")).isEqualTo(200);
    assertThat(status("/retrieve", "bearer good")).isEqualTo(200);
    assertThat(status("/retrieve", "bearer bad")).isEqualTo(401);
    assertThat(status("/retrieve", "Basic good")).isEqualTo(401);
  }

  @Test
  void a_call_shows_one_key() throws Exception {
    assertThat(status("/retrieve", "Bearer good", "Bearer bad")).isEqualTo(401);
    assertThat(status("/retrieve")).isEqualTo(401);
  }

  @Test
  void there_is_one_path() throws Exception {
    assertThat(status("/retrieve?task=name", "Bearer good")).isEqualTo(200);
    assertThat(status("/retrieveXYZ", "Bearer good")).isEqualTo(404);
    assertThat(status("/retrieve/XYZ", "Bearer good")).isEqualTo(404);
  }

  private int status(String path, String... authorization) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    for (String one : authorization) {
      request.header("Authorization", one);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).statusCode();
  }

  /** Lets in who has the key {@code good}. */
  private record OneKey(Membrane membrane) implements Gate {

    @Override
    public Admission admit(String key, String address) {
      if (!"good".equals(key)) {
        throw new NotAdmittedException(Reason.KEY_UNKNOWN, "unknown api key");
      }
      return new Admission(membrane, Caller.ANONYMOUS);
    }

    @Override
    public void check() {
      membrane.check();
    }

    @Override
    public long embeddingBacklog() {
      return 0;
    }
  }
}
