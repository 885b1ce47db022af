package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.EpisodeEntry;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.JobRun;
import dev.membrane.grpc.v1.ListEpisodesRequest;
import dev.membrane.grpc.v1.ListEpisodesResponse;
import dev.membrane.grpc.v1.ListJobsRequest;
import dev.membrane.grpc.v1.ListJobsResponse;
import dev.membrane.grpc.v1.ListRecordsRequest;
import dev.membrane.grpc.v1.ListRecordsResponse;
import dev.membrane.grpc.v1.ListRelationsRequest;
import dev.membrane.grpc.v1.ListRelationsResponse;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.ListScopesResponse;
import dev.membrane.grpc.v1.ListSkillsRequest;
import dev.membrane.grpc.v1.ListSkillsResponse;
import dev.membrane.grpc.v1.RelationEntry;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.ScopeEntry;
import dev.membrane.grpc.v1.SkillEntry;
import dev.membrane.grpc.v1.TrustContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListRpcTest extends RpcScenes {

  @Test
  void records_are_listed_a_page_at_a_time() {
    List<String> ids = new ArrayList<>();
    for (String subject : List.of("one", "two", "three", "four", "five")) {
      ids.add(fact(subject, "low", ""));
    }
    List<String> listed = new ArrayList<>();
    ListRecordsRequest.Builder request = ListRecordsRequest.newBuilder().setPageSize(2);
    ListRecordsResponse page;
    do {
      page = client.listRecords(request.build());
      listed.addAll(ids(page));
      request.setCursor(page.getNextCursor());
    } while (!page.getNextCursor().isEmpty());
    assertThat(listed).isEqualTo(ids);
    assertThat(page.getRecordsList()).hasSize(1);
  }

  @Test
  void every_filter_of_a_listing_reaches_the_engine() {
    String acme = fact("tagged", "low", "acme", "red", "round");
    String globex = fact("untagged", "low", "globex");
    String secret = fact("secret", "medium", "acme");
    String working =
        id(
            client
                .ingestWorkingState(
                    IngestWorkingStateRequest.newBuilder()
                        .setSource("test")
                        .setThreadId("thread-1")
                        .setState("planning")
                        .build())
                .getRecord());
    assertThat(list(all().addTags("red").addTags("round"))).containsExactly(acme);
    assertThat(list(all().setThreadId("thread-1"))).containsExactly(working);
    assertThat(list(all().addMemoryTypes("working"))).containsExactly(working);
    assertThat(list(all().setCreatedFrom("2999-01-01T00:00:00Z"))).isEmpty();
    assertThat(list(all().setCreatedUntil("2000-01-01T00:00:00Z"))).isEmpty();
    assertThat(list(all().setUpdatedFrom("2999-01-01T00:00:00Z"))).isEmpty();
    assertThat(list(all().setUpdatedUntil("2000-01-01T00:00:00Z"))).isEmpty();
    TrustContext trust =
        TrustContext.newBuilder().setMaxSensitivity("low").addScopes("acme").build();
    ListRecordsResponse narrowed = client.listRecords(all().setTrust(trust).build());
    assertThat(ids(narrowed)).containsExactly(acme, secret, working).doesNotContain(globex);
    assertThat(Json.object(narrowed.getRecords(1)).members()).doesNotContainKey("payload");
  }

  @Test
  void episodes_are_listed() {
    for (String ref : List.of("1", "2")) {
      IngestResponse unused =
          client.ingestEvent(
              IngestEventRequest.newBuilder()
                  .setSource("test")
                  .setEventKind("note")
                  .setRef(ref)
                  .setScope("acme")
                  .setEpisode("run")
                  .build());
    }
    ListEpisodesResponse page =
        client.listEpisodes(ListEpisodesRequest.newBuilder().setEpisode("run").build());
    assertThat(page.getEpisodesList()).hasSize(1);
    EpisodeEntry episode = page.getEpisodes(0);
    assertThat(episode.getEpisode()).isEqualTo("run");
    assertThat(episode.getScope()).isEqualTo("acme");
    assertThat(episode.getRecordIdsList()).hasSize(1);
    assertThat(episode.getEvents()).isEqualTo(2);
    assertThat(episode.getToolCalls()).isZero();
    assertThat(episode.getOutcome()).isEmpty();
    assertThat(Instant.parse(episode.getStartedAt()))
        .isBeforeOrEqualTo(Instant.parse(episode.getUpdatedAt()));
  }

  @Test
  void relations_and_scopes_are_listed() {
    String target = fact("target", "low", "");
    String source =
        id(
            client
                .ingestRecord(
                    IngestRecordRequest.newBuilder()
                        .setSource("test")
                        .setRecord(
                            """
                            {"type": "episodic", "scope": "acme", "sensitivity": "low",
                             "provenance": {"sources": [{"kind": "observation", "ref": "1"}]},
                             "relations": [{"predicate": "supports", "target_id": "%s", "weight": 0.5}],
                             "payload": {"kind": "episodic", "timeline":
                               [{"t": "2026-03-01T12:00:00Z", "event_kind": "note", "ref": "1"}]}}
                            """
                                .formatted(target))
                        .build())
                .getRecord());
    ListRelationsResponse relations =
        client.listRelations(ListRelationsRequest.newBuilder().setId(target).build());
    assertThat(relations.getRelationsList()).hasSize(1);
    RelationEntry relation = relations.getRelations(0);
    assertThat(relation.getSourceId()).isEqualTo(source);
    assertThat(relation.getTargetId()).isEqualTo(target);
    assertThat(relation.getPredicate()).isEqualTo("supports");
    assertThat(relation.getWeight()).isEqualTo(0.5);
    ListScopesResponse first =
        client.listScopes(ListScopesRequest.newBuilder().setPageSize(1).build());
    assertThat(first.getScopesList())
        .containsExactly(ScopeEntry.newBuilder().setRecords(1).build());
    ListScopesResponse second =
        client.listScopes(ListScopesRequest.newBuilder().setCursor(first.getNextCursor()).build());
    assertThat(second.getScopesList())
        .containsExactly(ScopeEntry.newBuilder().setScope("acme").setRecords(1).build());
    assertThat(second.getNextCursor()).isEmpty();
  }

  @Test
  void skills_are_listed() {
    String id =
        id(
            client
                .ingestRecord(
                    IngestRecordRequest.newBuilder()
                        .setSource("test")
                        .setRecord(
                            """
                            {"type": "competence", "scope": "acme", "sensitivity": "low",
                             "provenance": {"sources": [{"kind": "observation", "ref": "1"}]},
                             "payload": {"kind": "competence", "skill_name": "make tea",
                               "triggers": [], "recipe": [{"step": "boil", "tool": "kettle"}]}}
                            """)
                        .build())
                .getRecord());
    ListSkillsResponse page = client.listSkills(ListSkillsRequest.getDefaultInstance());
    assertThat(page.getSkillsList()).hasSize(1);
    SkillEntry skill = page.getSkills(0);
    assertThat(skill.getName()).startsWith("make-tea-");
    assertThat(skill.getRecordId()).isEqualTo(id);
    assertThat(skill.getType()).isEqualTo("competence");
    assertThat(skill.getScope()).isEqualTo("acme");
    assertThat(skill.getLastUsedAt()).isEmpty();
    assertThat(skill.getText()).contains("Not tried yet.");
    ListSkillsRequest named =
        ListSkillsRequest.newBuilder().setName(skill.getName()).setIncludeStopped(true).build();
    assertThat(client.listSkills(named).getSkillsList()).containsExactly(skill);
  }

  @Test
  void jobs_are_listed() {
    client.ingestEvent(
        IngestEventRequest.newBuilder()
            .setSource("test")
            .setEventKind("note")
            .setRef("1")
            .setEpisode("run")
            .build());
    var unused = client.runConsolidation(RunConsolidationRequest.getDefaultInstance());
    ListJobsResponse jobs = client.listJobs(ListJobsRequest.getDefaultInstance());
    assertThat(jobs.getQueuesList())
        .isNotEmpty()
        .allSatisfy(
            queue -> {
              assertThat(queue.getLength()).isEqualTo(1);
              assertThat(Instant.parse(queue.getOldestDue())).isAfter(Instant.EPOCH);
            });
    assertThat(jobs.getRunsList()).extracting(JobRun::getName).contains("semantic");
    assertThat(jobs.getRuns(0).getResult()).isEqualTo("ok");
    assertThat(jobs.getRuns(0).getSeconds()).isPositive();
  }

  @Test
  void what_breaks_a_rule_of_a_listing_is_named() {
    fact("one", "low", "");
    fact("two", "low", "");
    String cursor = client.listRecords(all().setPageSize(1).build()).getNextCursor();
    assertInvalid(
        () -> client.listRecords(all().setPageSize(1_001).build()),
        "page_size must be between 0 and 1000");
    assertInvalid(
        () -> client.listRecords(all().setCursor(cursor).addTags("tag").build()),
        "cursor must be the next_cursor of the same question");
    assertInvalid(
        () -> client.listRecords(all().setCursor("no cursor").build()),
        "cursor must be the next_cursor of the same question");
  }

  private static ListRecordsRequest.Builder all() {
    return ListRecordsRequest.newBuilder();
  }

  private List<String> list(ListRecordsRequest.Builder request) {
    return ids(client.listRecords(request.build()));
  }

  private static List<String> ids(ListRecordsResponse page) {
    return page.getRecordsList().stream().map(ListRpcTest::id).toList();
  }

  private static String id(ByteString record) {
    return Json.text(Json.object(record), "id");
  }

  private String fact(String subject, String sensitivity, String scope, String... tags) {
    return id(
        client
            .ingestObservation(
                IngestObservationRequest.newBuilder()
                    .setSource("test")
                    .setSubject(subject)
                    .setPredicate("is")
                    .setObject("true")
                    .setSensitivity(sensitivity)
                    .setScope(scope)
                    .addAllTags(List.of(tags))
                    .build())
            .getRecord());
  }
}
