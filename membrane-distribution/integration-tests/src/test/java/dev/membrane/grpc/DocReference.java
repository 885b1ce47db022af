package dev.membrane.grpc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the reference, made of what the sources say of their parts. */
final class DocReference {

  private static final Pattern CODE = Pattern.compile("(`[^`]*`)|<");

  private final StringBuilder text = new StringBuilder();
  private final List<String> undescribed = new ArrayList<>();

  DocReference(String title, String about) {
    text.append("# ").append(title).append("\n\n").append(about).append('\n');
  }

  DocReference heading(int level, String heading) {
    text.append('\n').append("#".repeat(level)).append(' ').append(heading).append("\n\n");
    return this;
  }

  DocReference paragraph(String paragraph) {
    text.append(paragraph).append("\n\n");
    return this;
  }

  DocReference row(String... cells) {
    for (String cell : cells) {
      text.append("| ").append(cell.replace("|", "\\|").replace("\n", " ")).append(' ');
    }
    text.append("|\n");
    return this;
  }

  /** The head of a table. */
  DocReference head(String... cells) {
    row(cells);
    text.append("|---".repeat(cells.length)).append("|\n");
    return this;
  }

  /** A description, which has to be there. */
  String described(String part, String description) {
    if (description.isBlank()) {
      undescribed.add(part);
    }
    return plain(description);
  }

  /** What looks like an element of HTML outside of code is none. */
  static String plain(String markdown) {
    return CODE.matcher(markdown).replaceAll(found -> found.group(1) == null ? "&lt;" : "$1");
  }

  List<String> undescribed() {
    return undescribed;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
