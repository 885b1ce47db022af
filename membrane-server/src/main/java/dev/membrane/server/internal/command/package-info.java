/**
 * The commands of an operator: to check, erase, search, encrypt, export and import what a store
 * has. Each is a class with the options and the help, and what it does is in a class next to it if
 * it is more than a few lines.
 *
 * <p>To read first: {@code ServerCommands}, which has them all. The rest by what it is about:
 *
 * <ul>
 *   <li>checks: {@code VerifyAuditCommand}, {@code AuditCheck}
 *   <li>what is erased, and what is still found: {@code EraseCommand}, {@code EraseTarget}, {@code
 *       EraseWork}, {@code ScanForCommand}, {@code Scanning}
 *   <li>encryption: {@code EncryptCommand}, {@code EncryptWork}, {@code RotateKeysCommand}
 *   <li>files of a whole store: {@code ExportCommand}, {@code ImportCommand}, {@code ExportImport},
 *       {@code ExportFile}, {@code ExportKey}
 *   <li>extraction: {@code PreviewExtractionCommand}, {@code ExtractionPreview}
 *   <li>the command line: {@code CompletionCommand}, {@code MakeArchiveCommand}, {@code
 *       ProgressLine}
 * </ul>
 */
@NullMarked
package dev.membrane.server.internal.command;

import org.jspecify.annotations.NullMarked;
