/**
 * Access control: the keys that are accepted, whose they are, how often each may call, and the gate
 * that asks all of this.
 *
 * <p>To read first: {@link dev.membrane.server.internal.access.ConfiguredAccess} and {@link
 * dev.membrane.server.internal.access.KeyedGate}. The classes by what they are about:
 *
 * <ul>
 *   <li>the gate: {@code ConfiguredAccess}, {@code KeyedGate}
 *   <li>keys: {@code AcceptedKeys}, {@code ReloadableKeys}, {@code ApiKey}
 *   <li>principals: {@code Principals}, {@code PrincipalEntry}, {@code Principal}
 *   <li>limits: {@code CallRate}, {@code FailureLimit}, {@code SlowedRefusals}
 * </ul>
 */
@NullMarked
package dev.membrane.server.internal.access;

import org.jspecify.annotations.NullMarked;
