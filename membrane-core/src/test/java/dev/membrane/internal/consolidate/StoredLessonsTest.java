package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.fact.SemanticStage;
import dev.membrane.internal.consolidate.procedure.CompetenceStage;
import dev.membrane.internal.consolidate.procedure.GeneralizationStage;
import dev.membrane.internal.consolidate.procedure.PlanGraphStage;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How lessons stand in a database, where earlier versions wrote them and later ones read them. */
class StoredLessonsTest {

  private static final RecordCodec JSON = new RecordCodec();

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  private String stored(String stage, String id) {
    List<Key> keys = house.store.find(List.of("learned:" + stage + ":" + id));
    assertThat(keys).hasSize(1);
    return keys.get(0).value();
  }

  private static <L> void assertReads(Stage<L> stage, String stored) {
    String json = stored.substring(stored.indexOf(' ') + 1);
    JsonObject taught = (JsonObject) JSON.parse("lesson", json);
    JsonObject lesson = (JsonObject) taught.members().get("lesson");
    assertThat(JSON.write(stage.codec().write(stage.codec().read(lesson))))
        .isEqualTo(JSON.write(lesson));
  }

  @Test
  void of_what_was_said() {
    String id = runs.ended(OutcomeStatus.SUCCESS, "the build is red");
    house.consolidation.run();

    assertThat(stored("semantic", id))
        .endsWith(
            " {\"sensitivity\":\"low\",\"lesson\":{\"confidence\":0.8,\"facts\":{"
                + "\"fact:10:user_inputthe build is red\":{\"evidence\":\"event\","
                + "\"subject\":\"user_input\",\"object\":\"the build is red\","
                + "\"at\":\"2025-06-01T12:00:00.123456Z\"}}}}");
    assertReads(new SemanticStage(), stored("semantic", id));
  }

  @Test
  void of_what_was_done() {
    String id =
        runs.ended(
            OutcomeStatus.FAILURE,
            "the build is red",
            call("look", "a-1"),
            call("fix", "b-1"),
            call("test", "c-1"));
    house.consolidation.run();

    String run =
        " {\"sensitivity\":\"low\",\"lesson\":{\"tools\":[\"look\",\"fix\",\"test\"],"
            + "\"args\":[{\"id\":\"a-1\"},{\"id\":\"b-1\"},{\"id\":\"c-1\"}],\"failure\":true,"
            + "\"began\":\"2025-06-01T12:00:00.123456Z\",\"used\":\"2025-06-01T12:00:00.423456Z\","
            + "\"latency\":300,\"confidence\":0.8,"
            + "\"modes\":[\"an unknown cause after test\"],";
    assertThat(stored("competence", id)).endsWith(run + "\"signals\":[\"the build is red\"]}}");
    assertThat(stored("plan-graph", id))
        .endsWith(
            run + "\"control\":[\"0-1\",\"1-2\"],\"data\":[],\"intents\":\"the build is red\"}}");
    assertThat(stored("generalization", id))
        .endsWith(
            run
                + "\"groups\":[\"set:fix+look+test\","
                + "\"signature:fix+look+test\",\"calls:"
                + "87d0913f7a5df252773ab651ea6c1d74f213502032bfdcf1e6e1618ee41a5b9b\"]}}");
    assertReads(new CompetenceStage(), stored("competence", id));
    assertReads(new PlanGraphStage(), stored("plan-graph", id));
    assertReads(new GeneralizationStage(), stored("generalization", id));
  }

  @Test
  void a_run_that_taught_nothing_stores_an_empty_lesson() {
    String id = runs.ended(OutcomeStatus.FAILURE, "the build is red");
    house.consolidation.run();

    assertThat(stored("semantic", id)).endsWith(" {\"sensitivity\":\"low\",\"lesson\":{}}");
  }
}
