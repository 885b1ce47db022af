package dev.membrane.internal.access;

import dev.membrane.spi.Header;
import dev.membrane.spi.Stored;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Collects what was read by the ids of the records, none of which is there twice. */
public final class ById {

  private ById() {}

  /** Records by their ids. */
  public static Collector<Stored, ?, Map<String, Stored>> records() {
    return Collectors.toMap(stored -> stored.record().id(), Function.identity());
  }

  /** Headers by the ids of their records. */
  public static Collector<Header, ?, Map<String, Header>> headers() {
    return Collectors.toMap(Header::id, Function.identity());
  }
}
