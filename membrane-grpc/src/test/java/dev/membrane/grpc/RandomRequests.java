package dev.membrane.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Requests out of a random source: of the right shape and often of the right sense, so that they
 * get past the first check, and then broken on the way.
 */
final class RandomRequests {

  private static final Set<String> IDS =
      Set.of("id", "old_id", "source_id", "target_record_id", "ids", "used_record_ids");

  private static final List<String> SENSITIVITIES =
      List.of("public", "low", "medium", "high", "hyper");

  private static final Map<String, List<String>> WORDS =
      Map.ofEntries(
          Map.entry("sensitivity", SENSITIVITIES),
          Map.entry("max_sensitivity", SENSITIVITIES),
          Map.entry("scope", List.of("a", "b", "")),
          Map.entry("scopes", List.of("a", "b")),
          Map.entry("episode", List.of("e1", "e2", "e3")),
          Map.entry("idempotency_key", List.of("", "", "", "", "", "k1", "k2", "k3")),
          Map.entry("thread_id", List.of("t1", "t2")),
          Map.entry("outcome_status", List.of("success", "failure", "partial")),
          Map.entry("state", List.of("planning", "executing", "blocked", "waiting", "done")),
          Map.entry("tags", List.of("x", "y", "z")),
          Map.entry(
              "memory_types",
              List.of("episodic", "working", "semantic", "competence", "plan_graph")),
          Map.entry(
              "timestamp", List.of("2026-01-15T10:30:00Z", "", "2026-01-15T10:30:00.5+02:00")),
          Map.entry("as_of", List.of("")),
          Map.entry("valid_at", List.of("", "", "2026-01-15T10:30:00Z")));

  private static final Set<String> JSON =
      Set.of("args", "result", "object", "active_constraints", "context");

  private static final Set<String> RECORDS =
      Set.of("record", "new_record", "forked_record", "merged_record");

  private static final List<String> TEXTS =
      List.of(
          "x",
          "y",
          "z",
          "user asked for it",
          "ünïcödé 🦊",
          "\u0000\u0001\u001f",
          "' OR 1=1 --",
          "NaN",
          "");

  private final Random random;
  private final List<String> knownIds;

  /** Draws from a source; ids are often some of those known at the time. */
  RandomRequests(Random random, List<String> knownIds) {
    this.random = random;
    this.knownIds = knownIds;
  }

  DynamicMessage shaped(Descriptor type) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      if (random.nextInt(10) == 0) {
        continue;
      }
      if (field.getContainingOneof() != null && random.nextInt(3) > 0) {
        continue; // Of several that are set, the last one counts.
      }
      if (field.getName().equals("unscoped") && random.nextInt(4) > 0) {
        continue; // Beside a scope it is refused.
      }
      if (field.isRepeated()) {
        for (int i = random.nextInt(4); i > 0; i--) {
          message.addRepeatedField(field, value(field));
        }
      } else {
        message.setField(field, value(field));
      }
    }
    return message.build();
  }

  private Object value(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case MESSAGE -> shaped(field.getMessageType());
      case BOOLEAN -> random.nextBoolean();
      case INT -> one(List.of(0, 1, 10, 10_000, 10_001, -1, Integer.MAX_VALUE, Integer.MIN_VALUE));
      case LONG -> one(List.of(0L, 1L, 2L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
      case DOUBLE -> one(List.of(0.0, 0.1, 1.0, -1.0, 1e308, Double.NaN, Double.POSITIVE_INFINITY));
      default -> text(field.getName());
    };
  }

  private String text(String field) {
    if (random.nextInt(25) == 0) {
      return anyText();
    }
    if (IDS.contains(field)) {
      return id();
    }
    if (RECORDS.contains(field)) {
      return record();
    }
    if (JSON.contains(field)) {
      return field.equals("active_constraints") ? "[]" : json(3);
    }
    return WORDS.containsKey(field) ? one(WORDS.get(field)) : anyText();
  }

  private String id() {
    synchronized (knownIds) {
      return knownIds.isEmpty() || random.nextInt(10) == 0 ? anyText() : one(knownIds);
    }
  }

  private String record() {
    String scope = random.nextBoolean() ? "" : "\"scope\":\"" + one(List.of("a", "b")) + "\",";
    String record =
        """
        {"type":"semantic","sensitivity":"%s",%s"provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"semantic","subject":"s%s","predicate":"says","object":%s,
         "validity":{"mode":"global"},"evidence":[{"source_type":"observation","source_id":"m",
         "timestamp":"2026-01-15T10:30:00Z"}]}}
        """
            .formatted(one(SENSITIVITIES), scope, random.nextInt(5), json(2));
    if (random.nextInt(4) > 0) {
      return record;
    }
    char[] broken = record.toCharArray();
    broken[random.nextInt(broken.length)] = (char) (32 + random.nextInt(95));
    return new String(broken);
  }

  private String json(int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 7)) {
      case 0 -> "null";
      case 1 -> one(List.of("0", "-1", "1.00", "1e400", "123456789012345678901234567890"));
      case 2 -> "\"" + one(List.of("", "x", "\\u0000", "\\ud800", "🦊", "a\\nb")) + "\"";
      case 3 -> String.valueOf(random.nextBoolean());
      case 4 -> "[" + json(depth - 1) + "," + json(depth - 1) + "]";
      case 5 -> "{\"a\":" + json(depth - 1) + ",\"b\":" + json(depth - 1) + "}";
      default -> "[".repeat(random.nextInt(2_000)) + json(depth - 1);
    };
  }

  private String anyText() {
    if (random.nextInt(50) == 0) {
      return "🦊".repeat(random.nextInt(60_000));
    }
    return random.nextInt(3) > 0
        ? one(TEXTS)
        : random
            .ints(random.nextInt(40), 0, Character.MAX_CODE_POINT + 1)
            .filter(
                point -> !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** The bytes with some of them changed, lost, doubled or inserted. */
  byte[] broken(byte[] message) {
    byte[] bytes = message.clone();
    for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> bytes[at] = (byte) random.nextInt();
        default -> {
          byte[] longer = Arrays.copyOf(bytes, 2 * bytes.length - at);
          System.arraycopy(bytes, at, longer, bytes.length, bytes.length - at);
          bytes = longer;
        }
      }
    }
    return bytes;
  }

  byte[] noise(int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  <T> T one(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
