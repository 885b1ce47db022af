/**
 * The commands with which people remember, recall and look, with or without a running server.
 *
 * <p>To read first: {@code MemoryCommand} and {@code MemoryFinder}. The rest by what it is about:
 *
 * <ul>
 *   <li>a class for each command, in the order of {@code MemoryCommands}
 *   <li>whom they ask: {@code CallableMemory}, {@code ServerMemory}, {@code StoreMemory}
 *   <li>what a reader sees: {@code RecordSummary}, {@code RecordDetails}, {@code SkillLines},
 *       {@code MemberLines}, {@code TerminalText}
 * </ul>
 */
@NullMarked
package dev.membrane.cli;

import org.jspecify.annotations.NullMarked;
