package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.schema.ValidationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WeightLimitTest {

  private static final long MAX = 2_000_000;

  private final WeightLimit limit = new WeightLimit(MAX);
  private final AtomicInteger done = new AtomicInteger();

  @Test
  void requests_of_many_values_are_held_together_only_as_far_as_there_is_room() {
    IngestToolOutputRequest heavy = result("1,", 80_000);
    hold(
        heavy,
        () -> {
          assertThatThrownBy(() -> hold(heavy, done::incrementAndGet))
              .isExactlyInstanceOf(OverloadException.class)
              .hasMessage("too many large requests at once, try again later");
          // The same bytes as text are light.
          return hold(result("11", 80_000), done::incrementAndGet);
        });
    hold(heavy, done::incrementAndGet);
    assertThat(done).hasValue(2);
  }

  @Test
  void a_request_that_is_too_heavy_by_itself_is_refused() {
    assertThatThrownBy(() -> hold(record("1,", 130_000), done::incrementAndGet))
        .isExactlyInstanceOf(OverloadException.class)
        .hasMessageContaining("more JSON values");
    assertThat(done).hasValue(0);
  }

  @Test
  void a_request_that_is_too_heavy_only_by_its_names_is_held_alone() {
    IngestRecordRequest members = record("{\"k\":1},", 40_000);
    hold(
        members,
        () -> {
          assertThatThrownBy(() -> hold(result("1,", 40_000), done::incrementAndGet))
              .hasMessage("too many large requests at once, try again later");
          return done.incrementAndGet();
        });
    hold(result("1,", 40_000), done::incrementAndGet);
    assertThat(done).hasValue(2);
  }

  @Test
  void a_field_of_more_values_than_any_may_have_is_named_before_it_is_read() {
    assertThatThrownBy(() -> hold(result("1,", 400_000), done::incrementAndGet))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage("validation error for result: must not have more than 100000 JSON values");
  }

  private <A> A hold(Message request, Supplier<A> work) {
    return limit.hold("a", request, work);
  }

  private static IngestToolOutputRequest result(String item, int count) {
    return IngestToolOutputRequest.newBuilder().setResult("[" + item.repeat(count) + "1]").build();
  }

  private static IngestRecordRequest record(String item, int count) {
    return IngestRecordRequest.newBuilder()
        .setRecord("{\"payload\":[" + item.repeat(count) + "1]}")
        .build();
  }
}
