package dev.membrane.spring.ai;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of values that JSON has no word for and whose text says all of them. */
enum ExactType {
  LONG(Long.class, Long::valueOf),
  SHORT(Short.class, Short::valueOf),
  BYTE(Byte.class, Byte::valueOf),
  FLOAT(Float.class, Float::valueOf),
  /** Those that are no numbers of JSON: not a number, and the infinities. */
  DOUBLE(Double.class, Double::valueOf),
  BIG_INTEGER(BigInteger.class, BigInteger::new),
  BIG_DECIMAL(BigDecimal.class, BigDecimal::new),
  CHARACTER(Character.class, text -> text.charAt(0)),
  INSTANT(Instant.class, Instant::parse),
  LOCAL_DATE(LocalDate.class, LocalDate::parse),
  DURATION(Duration.class, Duration::parse),
  UUID(UUID.class, java.util.UUID::fromString),
  URI(URI.class, java.net.URI::create);

  private final Class<?> type;

  @SuppressWarnings("ImmutableEnumChecker") // What is referred to keeps nothing.
  private final Function<String, Object> parser;

  ExactType(Class<?> type, Function<String, Object> parser) {
    this.type = type;
    this.parser = parser;
  }

  /** The type of a value; null if it is none of these. */
  static @Nullable ExactType of(@Nullable Object value) {
    return Arrays.stream(values())
        .filter(one -> one.type.isInstance(value))
        .findFirst()
        .orElse(null);
  }

  /**
   * The value that a text says.
   *
   * @throws IllegalArgumentException if there is no such type
   */
  static Object read(String wireName, String text) {
    return valueOf(wireName.toUpperCase(Locale.ROOT)).parser.apply(text);
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
