/**
 * The Model Context Protocol, with which hosts of agents reach the memory, in its revisions with
 * and without {@code initialize}.
 *
 * <p>To read first: {@code McpEndpoint} and {@code McpMethods}. The rest by what it is about:
 *
 * <ul>
 *   <li>messages: {@code RpcMessage}, {@code RpcException}, {@code Revisions}, {@code
 *       MessageFields}
 *   <li>tools: {@code Tools}, over those of {@code dev.membrane.tools}
 *   <li>all else: {@code Resources}, {@code Skills}, {@code Prompts}, {@code Completions}
 * </ul>
 */
@NullMarked
package dev.membrane.mcp;

import org.jspecify.annotations.NullMarked;
