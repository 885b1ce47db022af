package dev.membrane.grpc;

import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON that costs a reader more than its length says, and the fields that take JSON. */
final class HostileJson {

  private HostileJson() {}

  /** A number of so many characters, perhaps within other values. */
  static String number(Random random, int length) {
    String digits = String.valueOf(1 + random.nextInt(9)).repeat(length - 2);
    String number =
        switch (random.nextInt(4)) {
          case 0 -> digits + "00";
          case 1 -> "-" + digits + "1";
          case 2 -> "0." + digits;
          default -> "1e" + digits;
        };
    int depth = random.nextInt(20);
    return random.nextBoolean() ? number : "[".repeat(depth) + number + "]".repeat(depth);
  }

  /** So many values in one. */
  static String values(Random random, int count) {
    return switch (random.nextInt(3)) {
      case 0 -> "[1" + ",1".repeat(count - 1) + "]";
      case 1 -> many(random, count);
      default -> "{\"a\":[true" + ",true".repeat(count - 1) + "]}";
    };
  }

  /** So many values that take far more than their text, as lists or as members. */
  static String many(Random random, int count) {
    return switch (random.nextInt(3)) {
      case 0 -> "[" + commas(count, i -> "[]") + "]";
      case 1 -> "{" + commas(count, i -> "\"k" + i + "\":1") + "}";
      default -> "[" + commas(count / 2, i -> "{\"k\":1}") + "]";
    };
  }

  private static String commas(int count, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
  }

  /** Sends it in one of the fields that take it. */
  static Object send(MembraneServiceBlockingStub client, Random random, String json) {
    return switch (random.nextInt(6)) {
      case 0 -> client.retrieve(asking("{\"a\":" + json + "}"));
      case 1 -> client.ingestToolOutput(toolOutput().setArgs("{\"a\":" + json + "}").build());
      case 2 -> client.ingestToolOutput(toolOutput().setResult(json).build());
      case 3 ->
          client.ingestObservation(
              IngestObservationRequest.newBuilder()
                  .setSource("a")
                  .setSubject("s")
                  .setPredicate("p")
                  .setObject(json)
                  .setScope(AttackTarget.OPEN_SCOPE)
                  .build());
      case 4 ->
          client.ingestWorkingState(
              IngestWorkingStateRequest.newBuilder()
                  .setSource("a")
                  .setThreadId("t")
                  .setState("planning")
                  .setActiveConstraints("[{\"type\":\"c\",\"value\":" + json + "}]")
                  .setScope(AttackTarget.OPEN_SCOPE)
                  .build());
      default -> client.ingestRecord(conditional("{\"a\":" + json + "}"));
    };
  }

  static IngestToolOutputRequest.Builder toolOutput() {
    return IngestToolOutputRequest.newBuilder()
        .setSource("a")
        .setToolName("t")
        .setScope(AttackTarget.OPEN_SCOPE);
  }

  static RetrieveRequest asking(String context) {
    return RetrieveRequest.newBuilder()
        .setTrust(AttackTarget.FULL.toBuilder().addScopes(AttackTarget.OPEN_SCOPE))
        .setContext(context)
        .setLimit(10)
        .build();
  }

  /** A fact that holds under conditions. */
  static IngestRecordRequest conditional(String conditions) {
    return record(
        "",
        "{\"mode\": \"conditional\", \"conditions\": " + conditions + "}",
        AttackTarget.OPEN_SCOPE);
  }

  /** A fact with more members than it needs. */
  static IngestRecordRequest claiming(String members, String scope) {
    return record(members + ",", "{\"mode\": \"global\"}", scope);
  }

  private static IngestRecordRequest record(String members, String validity, String scope) {
    String record =
        """
        {"type": "semantic", "sensitivity": "low", "scope": "%s",%s
         "provenance": {"sources": [{"kind": "event", "ref": "r"}]},
         "payload": {"kind": "semantic", "subject": "s", "predicate": "p", "object": 1,
          "validity": %s}}
        """
            .formatted(scope, members, validity);
    return IngestRecordRequest.newBuilder().setSource("a").setRecord(record).build();
  }
}
