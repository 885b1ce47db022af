package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.membrane.Membrane;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A model meets the same tools here and on the server that speaks the Model Context Protocol. */
class ToolWordingTest {

  private static final Path OF_THE_SERVER =
      Path.of("../membrane-mcp/src/main/resources/dev/membrane/mcp/tools.json");

  private static List<ToolSpecification> offered() {
    try (Membrane memory =
        Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build()) {
      ToolProviderRequest request =
          ToolProviderRequest.builder()
              .invocationContext(InvocationContext.builder().build())
              .userMessage(UserMessage.from("hello"))
              .build();
      return MembraneTools.of(MemoryAccess.to(memory))
          .provideTools(request)
          .aiServiceTools()
          .stream()
          .map(tool -> tool.toolSpecification())
          .toList();
    }
  }

  private static JsonObject member(JsonObject object, String name) {
    return (JsonObject) object.members().get(name);
  }

  private static List<String> texts(JsonValue array) {
    List<String> texts = new ArrayList<>();
    if (array instanceof JsonArray some) {
      some.items().forEach(item -> texts.add(((JsonString) item).value()));
    }
    return texts;
  }

  @Test
  void tools_have_the_names_purposes_and_arguments_of_the_server_s() throws Exception {
    JsonArray listed =
        (JsonArray) new RecordCodec().parse("tools", Files.readString(OF_THE_SERVER));
    List<ToolSpecification> offered = offered();
    assertThat(offered).hasSameSizeAs(listed.items());
    for (int at = 0; at < offered.size(); at++) {
      JsonObject tool = (JsonObject) listed.items().get(at);
      ToolSpecification own = offered.get(at);
      assertThat(new JsonString(own.name())).isEqualTo(tool.members().get("name"));
      assertThat(new JsonString(own.description())).isEqualTo(tool.members().get("description"));
      JsonObject schema = member(tool, "inputSchema");
      assertThat(own.parameters().properties().keySet())
          .as(own.name())
          .containsExactlyInAnyOrderElementsOf(member(schema, "properties").members().keySet());
      assertThat(own.parameters().required())
          .as(own.name())
          .containsExactlyInAnyOrderElementsOf(texts(schema.members().get("required")));
    }
  }

  @Test
  void no_argument_says_who_calls_or_how_far_they_see() {
    assertThat(offered())
        .flatExtracting(tool -> List.copyOf(tool.parameters().properties().keySet()))
        .doesNotContainAnyElementsOf(
            Set.of("scope", "tenant", "user", "trust", "caller", "principal", "sensitivity"));
  }
}
