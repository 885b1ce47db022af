package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.membrane.tools.MemoryTool;
import dev.membrane.tools.MemoryTools;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

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

  private final Function<InvocationContext, MemoryAccess> access;
  private final List<MemoryTool> tools;

  private MembraneTools(
      Function<InvocationContext, MemoryAccess> access, Map<String, MemoryTool> tools) {
    this.access = access;
    this.tools = List.copyOf(tools.values());
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
    return new MembraneTools(
        requireNonNull(access, "access"), MemoryTools.all(InstantSource.system()));
  }

  /**
   * The same without the tools by which a model reports its tasks, for agents whose runs a {@link
   * RunRecorder} records.
   */
  public MembraneTools withoutTasks() {
    return new MembraneTools(access, MemoryTools.withoutTasks(InstantSource.system()));
  }

  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    MemoryAccess mine = access.apply(request.invocationContext());
    ToolProviderResult.Builder offered = ToolProviderResult.builder();
    for (MemoryTool tool : tools) {
      if (mine.mayAll(tool.permissions())) {
        OfferedTool own = new OfferedTool(tool, access);
        offered.add(own.specification(), own);
      }
    }
    return offered.build();
  }
}
