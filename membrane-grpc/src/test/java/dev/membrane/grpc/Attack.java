package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * Ways to harm a server that others use, each one blow of it. Sizes, places, forms and callers are
 * random. A blow checks what it is answered with.
 */
enum Attack {
  /** A number without end, wherever JSON is taken. */
  LONG_NUMBER {
    @Override
    void strike(AttackTarget target, Random random) {
      String number = HostileJson.number(random, 1_001 + random.nextInt(400_000));
      target.assertRefused(
          Set.of(Status.Code.INVALID_ARGUMENT),
          AttackTarget.OWNER,
          client -> HostileJson.send(client, random, number));
    }
  },

  /** Conditions of numbers that are just allowed, and a question that is compared with them. */
  PLANTED_NUMBERS {
    @Override
    void strike(AttackTarget target, Random random) {
      StringBuilder conditions = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        String number = HostileJson.number(random, 4 + random.nextInt(997));
        conditions.append(",\"a").append(i).append("\":").append(number);
      }
      String context = "{" + conditions.substring(1) + "}";
      target.assertServed(
          AttackTarget.INTAKE, client -> client.ingestRecord(HostileJson.conditional(context)));
      target.assertServed(
          AttackTarget.OWNER, client -> client.retrieve(HostileJson.asking(context)));
    }
  },

  /** More values than a field may have. */
  MANY_VALUES {
    @Override
    void strike(AttackTarget target, Random random) {
      String values = HostileJson.values(random, 100_001 + random.nextInt(400_000));
      target.assertRefused(
          Set.of(Status.Code.INVALID_ARGUMENT, Status.Code.RESOURCE_EXHAUSTED),
          AttackTarget.OWNER,
          client -> HostileJson.send(client, random, values));
    }
  },

  /** Records of as many values as fields may have, which everybody who asks would get. */
  HEAVY_RECORD {
    @Override
    void strike(AttackTarget target, Random random) {
      String heavy = HostileJson.many(random, 90_000 + random.nextInt(9_000));
      target.assertServed(
          AttackTarget.INTAKE,
          client ->
              client.ingestToolOutput(
                  HostileJson.toolOutput()
                      .setArgs("{\"a\":" + heavy + "}")
                      .setResult(heavy)
                      .build()));
      RetrieveRequest question =
          HostileJson.asking("{}").toBuilder().addMemoryTypes("episodic").build();
      RetrieveResponse answer = target.client(AttackTarget.OWNER).retrieve(question);
      assertThat(answer.getRecordsCount()).isPositive();
      assertThat(answer.getTruncated()).isTrue();
    }
  },

  /** Questions as large as is allowed, several at once, from callers who each may ask. */
  LARGE_QUESTIONS {
    @Override
    void strike(AttackTarget target, Random random) {
      RetrieveRequest question =
          HostileJson.asking(
              "{\"a\":\"" + "x".repeat(6_000_000 + random.nextInt(4_000_000)) + "\"}");
      for (int i = 0; i < 4; i++) {
        target.send(
            oneOf(random, AttackTarget.OWNER, AttackTarget.READER, AttackTarget.SMALL),
            client -> client.retrieve(question));
      }
      for (Status status : target.answers()) {
        assertThat(status.getCode()).isIn(Status.Code.OK, Status.Code.RESOURCE_EXHAUSTED);
      }
    }
  },

  /** What only an admin may say of a record, said by who may only ingest. */
  CLAIMS {
    @Override
    void strike(AttackTarget target, Random random) {
      Map.Entry<String, String> claim =
          oneOf(
              random,
              Map.entry(
                  "salience",
                  "\"salience\": 1." + (1 + random.nextInt(1_000)) + "e" + random.nextInt(308)),
              Map.entry("pinned", "\"lifecycle\": {\"pinned\": true}"),
              Map.entry("deletion_policy", "\"lifecycle\": {\"deletion_policy\": \"never\"}"),
              Map.entry(
                  "supersedes",
                  "\"relations\": [{\"predicate\": \"supersedes\", \"target_id\": \"%s\"}]"
                      .formatted(target.hidden())));
      String caller = oneOf(random, AttackTarget.INTAKE, AttackTarget.READER);
      Status status =
          target.assertRefused(
              Set.of(Status.Code.PERMISSION_DENIED, Status.Code.INVALID_ARGUMENT),
              caller,
              client ->
                  client.ingestRecord(
                      HostileJson.claiming(claim.getValue(), AttackTarget.SHARED_SCOPE)));
      assertThat(status.getDescription()).contains(claim.getKey());
      target.assertServed(AttackTarget.OWNER, client -> client.retrieve(HostileJson.asking("{}")));
      assertThat(
              target
                  .client(AttackTarget.OWNER)
                  .getMetrics(GetMetricsRequest.getDefaultInstance())
                  .getSnapshot()
                  .isEmpty())
          .isFalse();
    }
  },

  /** Parts of another's episode and snapshots of another's thread, above what the other may see. */
  FOREIGN_PARTS {
    @Override
    void strike(AttackTarget target, Random random) {
      String key = "run-" + random.nextLong();
      IngestEventRequest part = event(AttackTarget.SHARED_SCOPE, 10).setEpisode(key).build();
      IngestWorkingStateRequest snapshot =
          IngestWorkingStateRequest.newBuilder()
              .setSource("a")
              .setThreadId(key)
              .setState("executing")
              .setScope(AttackTarget.SHARED_SCOPE)
              .build();
      MembraneServiceBlockingStub reader = target.client(AttackTarget.READER);
      String episode = AttackTarget.id(reader.ingestEvent(part).getRecord());
      String thread = AttackTarget.id(reader.ingestWorkingState(snapshot).getRecord());
      for (int i = random.nextInt(4); i >= 0; i--) {
        String level = oneOf(random, "medium", "high", "hyper");
        String state = oneOf(random, "done", "planning");
        target.status(
            AttackTarget.INTAKE,
            client -> client.ingestEvent(part.toBuilder().setSensitivity(level).build()));
        target.status(
            AttackTarget.INTAKE,
            client ->
                client.ingestWorkingState(
                    snapshot.toBuilder().setSensitivity(level).setState(state).build()));
      }
      assertThat(
              reader
                  .retrieve(
                      RetrieveRequest.newBuilder()
                          .setTrust(AttackTarget.FULL)
                          .setThreadId(key)
                          .build())
                  .getRecordsList())
          .extracting(AttackTarget::id)
          .containsExactly(thread);
      assertThat(AttackTarget.id(reader.ingestEvent(part).getRecord())).isEqualTo(episode);
      assertThat(Json.list(Json.object(byId(reader, episode)), "payload.timeline")).hasSize(2);
    }
  },

  /** As much as a quota allows, and more. */
  QUOTA {
    @Override
    void strike(AttackTarget target, Random random) {
      for (int i = random.nextInt(30); i >= 0; i--) {
        IngestEventRequest event =
            event(AttackTarget.SMALL_SCOPE, random.nextInt(30_000))
                .setEpisode(oneOf(random, "", "", "run"))
                .build();
        Status status = target.status(AttackTarget.SMALL, client -> client.ingestEvent(event));
        assertThat(status.getCode()).isIn(Status.Code.OK, Status.Code.RESOURCE_EXHAUSTED);
      }
      List<ByteString> kept =
          target
              .client(AttackTarget.SMALL)
              .retrieve(
                  RetrieveRequest.newBuilder().setTrust(AttackTarget.FULL).setLimit(10_000).build())
              .getRecordsList();
      assertThat(kept).hasSizeLessThanOrEqualTo(AttackTarget.SMALL_RECORDS);
      assertThat(kept.stream().mapToInt(ByteString::size).sum())
          .isLessThan(2 * AttackTarget.SMALL_BYTES);
    }
  },

  /** Ids of what the caller may not see, which are answered like those of nothing. */
  HIDDEN_IDS {
    @Override
    void strike(AttackTarget target, Random random) {
      int kind = random.nextInt(3);
      Function<String, Status> answer =
          id ->
              target.assertRefused(
                  Set.of(Status.Code.NOT_FOUND),
                  AttackTarget.READER,
                  client ->
                      switch (kind) {
                        case 0 -> byId(client, id);
                        case 1 ->
                            client.getAuditLog(GetAuditLogRequest.newBuilder().setId(id).build());
                        default ->
                            client.ingestOutcome(
                                IngestOutcomeRequest.newBuilder()
                                    .setSource("a")
                                    .setTargetRecordId(id)
                                    .setOutcomeStatus("failure")
                                    .build());
                      });
      assertThat(answer.apply(target.hidden()).getDescription())
          .isEqualTo(answer.apply("01890a5d-ac96-774b-bcce-b302099a8057").getDescription());
    }
  },

  /** Guesses of a key, from the address of those who know theirs. */
  WRONG_KEYS {
    @Override
    void strike(AttackTarget target, Random random) {
      for (int i = 6 + random.nextInt(10); i > 0; i--) {
        String guess =
            oneOf(
                random,
                "guess-" + random.nextLong(),
                AttackTarget.OWNER.substring(random.nextInt(5)) + random.nextInt(10),
                Digest.of(AttackTarget.OWNER),
                "x".repeat(random.nextInt(4_000)));
        target.send(guess, client -> client.getMetrics(GetMetricsRequest.getDefaultInstance()));
      }
      for (Status status : target.answers()) {
        assertThat(status.getCode())
            .isIn(Status.Code.UNAUTHENTICATED, Status.Code.RESOURCE_EXHAUSTED);
      }
    }
  },

  /** Requests that unpack to far more than arrives. */
  COMPRESSED_BOMBS {
    @Override
    void strike(AttackTarget target, Random random) {
      IngestEventRequest bomb =
          event(AttackTarget.OPEN_SCOPE, 1_000_000 + random.nextInt(9_000_000)).build();
      target.assertRefused(
          Set.of(Status.Code.INVALID_ARGUMENT, Status.Code.RESOURCE_EXHAUSTED),
          AttackTarget.OWNER,
          client -> client.withCompression("gzip").ingestEvent(bomb));
    }
  },

  /** Many small compressed requests at once, which are as good as others. */
  COMPRESSED_CROWD {
    @Override
    void strike(AttackTarget target, Random random) {
      IngestEventRequest event = event(AttackTarget.OPEN_SCOPE, random.nextInt(1_000)).build();
      for (int i = 20 + random.nextInt(20); i > 0; i--) {
        target.send(
            AttackTarget.OWNER, client -> client.withCompression("gzip").ingestEvent(event));
      }
      assertThat(target.answers()).containsOnly(Status.OK);
    }
  },

  /** Many requests that never arrive as a whole. */
  SLOW_UPLOADS {
    @Override
    void strike(AttackTarget target, Random random) throws IOException {
      RawConnection connection = target.connect();
      int calls = 1 + random.nextInt(256);
      for (int stream = 1; stream < 2 * calls; stream += 2) {
        connection.begin(stream, oneOf(random, METHODS), key(AttackTarget.INTAKE));
        connection.data(stream, RawConnection.announcing(1 + random.nextInt(25_000_000)), false);
        connection.data(stream, new byte[1 + random.nextInt(16_000)], false);
      }
    }
  },

  /** Calls that are given up as soon as they are made. */
  RESETS {
    @Override
    void strike(AttackTarget target, Random random) throws IOException {
      RawConnection connection = target.connect();
      boolean hasData = random.nextBoolean();
      try {
        for (int stream = 1; stream < 24_000 && !connection.isClosed(); stream += 2) {
          connection.begin(stream, oneOf(random, METHODS), key(AttackTarget.INTAKE));
          if (hasData) {
            connection.data(stream, RawConnection.announcing(random.nextInt(1_000)), false);
          }
          connection.reset(stream);
        }
      } catch (IOException sentAway) {
        // That is what is waited for.
      }
      AttackTarget.await("who resets is sent away", connection::isClosed);
    }
  },

  /** Watches of health, which need no key. */
  HEALTH_WATCHES {
    @Override
    void strike(AttackTarget target, Random random) throws IOException {
      for (int i = random.nextInt(3); i >= 0; i--) {
        RawConnection connection = target.connect();
        int watches = 1 + random.nextInt(250);
        for (int stream = 1; stream < 2 * watches; stream += 2) {
          connection.begin(stream, "grpc.health.v1.Health/Watch", Map.of());
          connection.data(stream, RawConnection.announcing(0), true);
        }
        AttackTarget.await(
            "answers to watches", () -> connection.answered() >= watches || connection.isClosed());
      }
      assertThat(target.goingOn()).isLessThanOrEqualTo(MAX_WATCHES);
    }
  },

  /** Connections that say nothing, or nothing that makes sense. */
  CONNECTIONS {
    @Override
    void strike(AttackTarget target, Random random) throws IOException {
      for (int i = random.nextInt(80); i >= 0; i--) {
        byte[] noise = new byte[random.nextInt(50)];
        random.nextBytes(noise);
        target.open().getOutputStream().write(noise);
      }
    }
  };

  private static final String[] METHODS = {
    "membrane.v1.MembraneService/IngestEvent",
    "membrane.v1.MembraneService/IngestRecord",
    "membrane.v1.MembraneService/IngestBatch",
    "membrane.v1.MembraneService/Retrieve",
    "membrane.v1.MembraneService/Unknown"
  };

  /** Of one address. */
  private static final int MAX_WATCHES = 512;

  abstract void strike(AttackTarget target, Random random) throws IOException;

  @SafeVarargs
  private static <T> T oneOf(Random random, T... some) {
    return some[random.nextInt(some.length)];
  }

  private static Map<String, String> key(String key) {
    return Map.of("authorization", "Bearer " + key);
  }

  private static IngestEventRequest.Builder event(String scope, int length) {
    return IngestEventRequest.newBuilder()
        .setSource("a")
        .setEventKind("k")
        .setRef("r")
        .setScope(scope)
        .setSummary("x".repeat(length));
  }

  private static ByteString byId(MembraneServiceBlockingStub client, String id) {
    return client
        .retrieveByID(
            RetrieveByIDRequest.newBuilder().setId(id).setTrust(AttackTarget.FULL).build())
        .getRecord();
  }
}
