/**
 * The process {@code membraned}: its command line, its signals and its output.
 *
 * <p>To read first: {@link dev.membrane.server.internal.process.Membraned}, the main class. The
 * classes by what they are about:
 *
 * <ul>
 *   <li>main class: {@code Membraned}, {@code ProcessContext}
 *   <li>command line: {@code ServerOptions}, {@code PlainFlags}, {@code EmptyArgumentCheck}, {@code
 *       Version}
 *   <li>signals and output: {@code ProcessSignal}, {@code ReloadSignal}, {@code ServerStop}, {@code
 *       StandardOutput}, {@code ProcessLines}
 *   <li>archive of classes: {@code ArchiveTraining}, {@code MissingArchive}
 * </ul>
 */
@NullMarked
package dev.membrane.server.internal.process;

import org.jspecify.annotations.NullMarked;
