package dev.membrane.protocol;

import com.google.protobuf.Message;
import dev.membrane.server.Admission;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** What does each call, by its name. Thread-safe once all are added. */
final class CallTable {

  /**
   * What does a call.
   *
   * @param type of its requests
   * @param work makes the answer that the service declares
   */
  record CallHandler<Q extends Message>(
      Class<Q> type, BiFunction<Q, Admission, ? extends Message> work) {

    Message answer(Message request, Admission by) {
      return work.apply(type.cast(request), by);
    }
  }

  private final Map<String, CallHandler<?>> calls = new HashMap<>();

  <Q extends Message> void add(
      String name, Class<Q> type, BiFunction<Q, Admission, ? extends Message> work) {
    calls.put(name, new CallHandler<>(type, work));
  }

  Set<String> names() {
    return Collections.unmodifiableSet(calls.keySet());
  }

  /**
   * What does a call.
   *
   * @throws IllegalArgumentException if there is no such call
   */
  CallHandler<?> find(String name) {
    CallHandler<?> call = calls.get(name);
    if (call == null) {
      throw new IllegalArgumentException("no call " + name);
    }
    return call;
  }
}
