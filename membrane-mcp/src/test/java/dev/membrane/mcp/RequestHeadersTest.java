package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.HeaderText;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestHeadersTest {

  @Test
  void a_message_that_stands_for_itself_says_in_headers_what_it_says() {
    assertThat(headers("tools/call", "\"name\": \"recall\", " + meta("2026-07-28"), ""))
        .containsOnly(
            Map.entry("mcp-protocol-version", "2026-07-28"),
            Map.entry("mcp-method", "tools/call"),
            Map.entry("mcp-name", "recall"));
    assertThat(headers("resources/read", "\"uri\": \"a://b\", " + meta("2026-07-28"), "x"))
        .containsEntry("mcp-name", "a://b");
    assertThat(headers("tools/list", meta("2026-07-28"), "")).doesNotContainKey("mcp-name");
  }

  @Test
  void the_others_name_the_revision_that_was_agreed_on_if_one_was() {
    assertThat(headers("tools/list", "", "2025-06-18"))
        .containsOnly(Map.entry("mcp-protocol-version", "2025-06-18"));
    assertThat(headers("initialize", "", "")).isEmpty();
  }

  @Test
  void what_a_header_cannot_hold_or_would_be_misread_is_coded_and_read_back() {
    for (String plain : new String[] {"a", "a b", "!~", "a=?b?="}) {
      assertThat(HeaderText.encoded(plain)).isEqualTo(plain);
    }
    for (String other :
        new String[] {"", " a", "a ", "a\tb", "a\nb", "a\u007f", "ü", "日本", "=?base64?YQ==?="}) {
      String coded = HeaderText.encoded(other);
      assertThat(coded).as(other).matches("=\\?base64\\?[A-Za-z0-9+/=]*\\?=");
      assertThat(HeaderText.decoded("name", coded)).isEqualTo(other);
    }
  }

  @Test
  void whatever_a_host_sends_makes_headers_that_can_be_sent() {
    assertThat(headers("a\\nb", meta("x\\ny"), ""))
        .allSatisfy((name, value) -> assertThat(value).matches("[ -~]+"));
  }

  private static String meta(String revision) {
    return "\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"" + revision + "\"}";
  }

  private static Map<String, String> headers(String method, String params, String session) {
    String message =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"%s\", \"params\": {%s}}"
            .formatted(method, params);
    return RequestHeaders.of(RpcMessage.read(message.getBytes(StandardCharsets.UTF_8)), session);
  }
}
