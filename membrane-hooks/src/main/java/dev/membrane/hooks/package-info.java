/**
 * Hook events of agents' hosts: a session becomes episodes without the model being asked, and a
 * session start or a prompt is answered with what helps.
 *
 * <p>To read first: {@code HookEndpoint} and {@code Recorder}. The rest by what it is about:
 *
 * <ul>
 *   <li>a class for each host: {@code ClaudeCode}, {@code Copilot}, as {@code Host} says, from
 *       {@code HookFields} to a {@code HookEvent}
 *   <li>what is stored: {@code Turns}, {@code Cleaning}, {@code Secrets}, {@code Excerpts}
 *   <li>what is answered: {@code Recall}
 *   <li>the command: {@code HooksCommand}, {@code Connection}
 * </ul>
 */
@NullMarked
package dev.membrane.hooks;

import org.jspecify.annotations.NullMarked;
