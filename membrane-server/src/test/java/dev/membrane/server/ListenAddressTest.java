package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListenAddressTest {

  @Test
  void every_form_is_read() {
    assertThat(ListenAddress.parse("127.0.0.1:9820").socket().getPort()).isEqualTo(9820);
    assertThat(ListenAddress.parse(" localhost:0 ").socket().getAddress().isLoopbackAddress())
        .isTrue();
    assertThat(ListenAddress.parse(":9820").socket().getAddress().isAnyLocalAddress()).isTrue();
    assertThat(ListenAddress.parse("[::1]:65535").socket().getPort()).isEqualTo(65_535);
    assertThat(ListenAddress.parse("[::]:1").socket().getAddress().isAnyLocalAddress()).isTrue();
  }

  @Test
  void only_what_this_machine_alone_can_reach_is_loopback() {
    for (String text :
        List.of("127.0.0.1:1", "127.8.9.10:1", "localhost:1", "[::1]:1", "[::ffff:127.0.0.1]:1")) {
      assertThat(ListenAddress.parse(text).isLoopback()).as(text).isTrue();
    }
    for (String text :
        List.of(":1", "0.0.0.0:1", "[::]:1", "192.0.2.1:1", "[2001:db8::1]:1", "10.0.0.1:1")) {
      assertThat(ListenAddress.parse(text).isLoopback()).as(text).isFalse();
    }
  }

  @Test
  void other_texts_are_refused() {
    for (String text :
        List.of(
            "",
            "9820",
            "localhost",
            "localhost:",
            "::1:9820",
            "a:b",
            "[::1]",
            "http://a:1",
            "127.0.0.1:-1",
            "127.0.0.1:123456")) {
      assertThatThrownBy(() -> ListenAddress.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("must be host:port, :port or [ipv6]:port");
    }
    assertThatThrownBy(() -> ListenAddress.parse("127.0.0.1:65536"))
        .hasMessage("the port must be from 0 to 65535");
    assertThatThrownBy(() -> ListenAddress.parse("nowhere.invalid:1"))
        .hasMessage("unknown host nowhere.invalid");
    for (String numbers : List.of("300.1.1.1", "1.2.3.4.5", "[1:2]")) {
      assertThatThrownBy(() -> ListenAddress.parse(numbers + ":1"))
          .hasMessage("is no address: " + numbers);
    }
  }

  @Test
  void the_address_is_said_as_it_was_written() {
    assertThat(ListenAddress.parse("localhost:0").withPort(7)).isEqualTo("localhost:7");
    assertThat(ListenAddress.parse("[::1]:0").withPort(7)).isEqualTo("[::1]:7");
    assertThat(ListenAddress.parse(":0").withPort(7)).isEqualTo("*:7");
  }
}
