package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonNumber;
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
    return message(method, 1);
  }

  private static RpcMessage message(String method, int id) {
    String json = "{\"jsonrpc\": \"2.0\", \"id\": %s, \"method\": \"%s\"}".formatted(id, method);
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

  @Test
  void what_is_cancelled_is_not_begun_and_not_answered() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    List<String> used = Collections.synchronizedList(new ArrayList<>());
    RpcMessage first = message("tools/call", 1);
    RpcMessage second = message("tools/call", 2);
    RpcMessage third = message("tools/call", 3);
    calls.add(
        first,
        () -> {
          begun.countDown();
          await(cancelled);
          used.add("first, wanted " + calls.isWanted(first));
        });
    calls.add(second, () -> used.add("second"));
    calls.add(third, () -> used.add("third, wanted " + calls.isWanted(third)));
    await(begun);
    calls.cancel(new JsonNumber("1"));
    calls.cancel(new JsonNumber("2"));
    calls.cancel(new JsonNumber("4"));
    calls.cancel(null);
    cancelled.countDown();
    assertThat(calls.end()).isTrue();
    assertThat(used).containsExactly("first, wanted false", "third, wanted true");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
