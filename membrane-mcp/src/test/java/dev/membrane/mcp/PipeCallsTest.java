package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PipeCallsTest {

  private final PipeCalls calls = new PipeCalls();

  private static RpcMessage message(String method) {
    String json = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"%s\"}".formatted(method);
    return RpcMessage.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void tools_are_used_one_after_the_other_in_the_order_of_the_pipe() {
    List<Integer> used = Collections.synchronizedList(new ArrayList<>());
    IntStream.range(0, 500).forEach(i -> calls.add(message("tools/call"), () -> used.add(i)));
    assertThat(calls.end()).isTrue();
    assertThat(used).containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
  }

  @Test
  void other_messages_do_not_wait_for_a_tool() throws InterruptedException {
    CountDownLatch pinged = new CountDownLatch(1);
    List<Boolean> used = new ArrayList<>();
    calls.add(
        message("tools/call"),
        () -> {
          try {
            used.add(pinged.await(5, TimeUnit.MINUTES));
          } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
          }
        });
    calls.add(message("ping"), pinged::countDown);
    assertThat(calls.end()).isTrue();
    assertThat(used).containsExactly(true);
  }
}
