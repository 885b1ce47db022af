package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools by which a model uses a memory: {@code recall}, {@code how_to}, {@code get}, {@code
 * remember}, {@code begin_task}, {@code log_step}, {@code finish_task}, {@code save_state}, {@code
 * load_state}, {@code revise} and {@code forget}. Those are offered, always in this order, that the
 * permissions of the caller allow, as far as they are known. Whose memory it is and in which scope,
 * the invocation says, and no argument does.
 *
 * <p>What a memory refuses is answered to the model in words. Immutable and thread-safe.
 */
public final class MembraneTools implements ToolProvider {

  /** By whom things are said to come that a model tells. */
  static final String SOURCE = "langchain4j";

  private static final List<String> ORDER =
      List.of(
          "recall",
          "how_to",
          "get",
          "remember",
          "begin_task",
          "log_step",
          "finish_task",
          "save_state",
          "load_state",
          "revise",
          "forget");
  private static final Set<String> OF_TASKS = Set.of("begin_task", "log_step", "finish_task");

  private final Function<InvocationContext, MemoryAccess> access;
  private final List<OfferedTool> tools;

  private MembraneTools(Function<InvocationContext, MemoryAccess> access, List<OfferedTool> tools) {
    this.access = access;
    this.tools = tools;
  }

  /** Tools that use the same memory in every invocation. */
  public static MembraneTools of(MemoryAccess access) {
    return of(access.always());
  }

  /**
   * Tools that use the memory of the invocation.
   *
   * @param access such as {@code invocation -> MemoryAccess.of(memory, invocation)}
   */
  public static MembraneTools of(Function<InvocationContext, MemoryAccess> access) {
    return new MembraneTools(requireNonNull(access, "access"), all(access));
  }

  private static List<OfferedTool> all(Function<InvocationContext, MemoryAccess> access) {
    Map<String, OfferedTool> found =
        Stream.of(
                new LookupTools(access),
                new SkillTools(access),
                new FactTools(access),
                new TaskTools(access),
                new StateTools(access),
                new RevisionTools(access, InstantSource.system()))
            .flatMap(OfferedTool::of)
            .collect(Collectors.toMap(OfferedTool::name, tool -> tool));
    return ORDER.stream().map(name -> requireNonNull(found.get(name), name)).toList();
  }

  /**
   * The same without the tools by which a model tells of its tasks, for agents whose runs a {@link
   * RunRecorder} records.
   */
  public MembraneTools withoutTasks() {
    return new MembraneTools(
        access, tools.stream().filter(tool -> !OF_TASKS.contains(tool.name())).toList());
  }

  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    MemoryAccess mine = access.apply(request.invocationContext());
    ToolProviderResult.Builder offered = ToolProviderResult.builder();
    for (OfferedTool tool : tools) {
      if (mine.mayAll(tool.permissions())) {
        offered.add(tool.specification(), tool);
      }
    }
    return offered.build();
  }
}
