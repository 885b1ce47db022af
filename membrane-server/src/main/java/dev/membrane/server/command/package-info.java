/**
 * The commands of an operator: to check, erase, search, encrypt, export and import what a store
 * has. Each is a class with the options and the help, and what it does is in a class beside it if
 * it is more than a few lines: {@code EraseCommand} and {@code EraseRun}.
 */
@NullMarked
package dev.membrane.server.command;

import org.jspecify.annotations.NullMarked;
