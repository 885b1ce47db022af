/**
 * Work under way: calls that are given up once nobody waits for them, commits that are tried again
 * when another writer was faster, and jobs of several processes that take turns.
 *
 * <p>To read first: {@link dev.membrane.internal.work.CommitRetry} and {@link
 * dev.membrane.internal.work.StoreLocks}. The rest by what it is about:
 *
 * <ul>
 *   <li>calls: {@code AttendedStore}, {@code GatedStore}, {@code InterceptedStore}, {@code
 *       CallsUnderWay}, {@code ConcurrentWork}
 *   <li>jobs: {@code JobLog}, {@code WorkFailures}, {@code DaemonThread}
 *   <li>plugins: {@code PluginFailures}, {@code RedactedFailure}, {@code HarmlessCalls}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.work;

import org.jspecify.annotations.NullMarked;
