package dev.membrane.benchmarks.relevance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * The conversations of one file.
 *
 * @param leftOut a line for each thing of the file that is not measured
 */
record DataSet(String name, List<Conversation> conversations, List<String> leftOut) {

  private static final String ENDING = ".json";
  private static final String LINES = ".jsonl";

  /**
   * Every {@code .json} and {@code .jsonl} file of a folder, in the order of names.
   *
   * @param notes gets what is left out
   * @throws UnusableDataException if there is none, or one is not of the expected shape
   */
  static List<DataSet> in(Path folder, PrintWriter notes) {
    List<DataSet> all = DataFiles.in(folder, ENDING, LINES).stream().map(DataSet::read).toList();
    all.forEach(set -> set.leftOut().forEach(notes::println));
    return all;
  }

  private static boolean isLines(Path file) {
    return file.toString().endsWith(LINES);
  }

  static DataSet read(Path file) {
    String name = file.getFileName().toString();
    try {
      if (isLines(file)) {
        return MessageLines.read(file, name.substring(0, name.length() - LINES.length()));
      }
      JsonNode root = new ObjectMapper().readTree(file.toFile());
      List<Conversation> conversations = new ConversationReader(name).conversations(root);
      return new DataSet(
          name.substring(0, name.length() - ENDING.length()), conversations, List.of());
    } catch (IOException unreadable) {
      throw new UnusableDataException(file + " is no readable JSON", unreadable);
    }
  }

  List<ConversationQuestion> questions() {
    return conversations.stream().flatMap(each -> each.questions().stream()).toList();
  }

  boolean asks() {
    return conversations.stream().anyMatch(each -> !each.questions().isEmpty());
  }

  int turns() {
    return conversations.stream().mapToInt(each -> each.turns().size()).sum();
  }
}
