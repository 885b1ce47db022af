package dev.membrane.internal.consolidate;

import dev.membrane.internal.engine.Sha256;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What a kept run is known by to the procedures that stand for it. */
final class RunGroups {

  private RunGroups() {}

  /** All groups of a run. */
  static List<String> of(GeneralizationLesson lesson) {
    Run run = lesson.run();
    return List.of(ofSet(nameOfSet(run.tools())), ofSignature(run.signature()), lesson.structure());
  }

  /** The different tools, sorted. */
  static String nameOfSet(Collection<String> tools) {
    return ToolRun.joined(new TreeSet<>(tools));
  }

  static String ofSet(String name) {
    return "set:" + name;
  }

  static String ofSignature(String signature) {
    return "signature:" + signature;
  }

  static String ofStructure(String structure) {
    return "structure:" + Sha256.of(structure);
  }
}
