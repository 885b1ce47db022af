/**
 * Takes in the hook events of agents' hosts. A session becomes episodes without the model doing
 * anything for it, and the start of a session or a prompt is answered with what memory knows about
 * it.
 *
 * <p>To read first: {@code HookEndpoint} and {@code Recorder}. The rest by what it is about:
 *
 * <ul>
 *   <li>a class for each host: {@code ClaudeCode}, {@code Copilot}, as {@code Host} says, from
 *       {@code HookFields} to a {@code HookEvent}
 *   <li>what is stored: {@code SessionTurns}, {@code Sanitizer}, {@code Secrets} with {@code
 *       SecretNames}, {@code Excerpts}
 *   <li>what is answered: {@code Recall}
 *   <li>the command: {@code HooksCommand}, {@code Connection}
 * </ul>
 */
@NullMarked
package dev.membrane.hooks;

import org.jspecify.annotations.NullMarked;
