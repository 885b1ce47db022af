/**
 * The tools by which a model uses a memory. Adapters of frameworks and protocols offer them to
 * their models and say for each use whose memory it is.
 *
 * <p>To read first: {@link dev.membrane.tools.MemoryTools}, which has them all, and {@code
 * ToolUse}, which each of them is. The rest by what it is about:
 *
 * <ul>
 *   <li>what is known: {@code RecallTool}, {@code HowToTool}, {@code EarlierRuns}, {@code GetTool},
 *       {@code LoadStateTool}
 *   <li>what is told: {@code RememberTool}, {@code SaveStateTool}, {@code ReviseTool}, {@code
 *       ForgetTool}
 *   <li>tasks, which are episodes: {@code Tasks}, {@code TaskEpisodes}, {@code BeginTaskTool},
 *       {@code LogStepTool}, {@code FinishTaskTool}
 *   <li>a use: {@code MemoryTool}, {@code ToolSession}, {@code ChosenScope}, {@code ToolArguments},
 *       {@code FixedArguments}
 *   <li>what a model reads: {@code RecordRendering}, {@code TextLimit}
 * </ul>
 */
@NullMarked
package dev.membrane.tools;

import org.jspecify.annotations.NullMarked;
