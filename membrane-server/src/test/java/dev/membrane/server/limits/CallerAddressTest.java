package dev.membrane.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class CallerAddressTest {

  @Test
  void an_ipv4_peer_is_its_address_whatever_its_port() throws UnknownHostException {
    assertThat(peer("192.0.2.7", 1)).isEqualTo("192.0.2.7").isEqualTo(peer("192.0.2.7", 2));
  }

  @Test
  void an_ipv6_peer_is_its_network() throws UnknownHostException {
    assertThat(peer("2001:db8:1:2:3:4:5:6", 1))
        .isEqualTo("2001:db8:1:2:0:0:0:0/64")
        .isEqualTo(peer("2001:db8:1:2:ffff::1", 1))
        .isNotEqualTo(peer("2001:db8:1:3::1", 1));
  }

  @Test
  void an_unknown_peer_has_a_name_too() {
    assertThat(CallerAddress.of((InetSocketAddress) null)).isEqualTo("null");
  }

  private static String peer(String address, int port) throws UnknownHostException {
    return CallerAddress.of(new InetSocketAddress(InetAddress.getByName(address), port));
  }
}
