package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The dependencies that pages show. */
final class DocPom {

  private DocPom() {}

  /** The build makes what a dependency names. */
  static void assertIsBuilt(String dependency) throws IOException {
    String bom = Files.readString(MembranedProcess.root().resolve("membrane-bom/pom.xml"));
    for (String tag : List.of("artifactId", "groupId")) {
      assertThat(bom).contains(tagged(dependency, tag));
    }
    assertThat(bom).contains(tagged(dependency, "version").replace("version", "revision"));
  }

  private static String tagged(String xml, String tag) {
    Matcher matcher = Pattern.compile("<" + tag + ">.*</" + tag + ">").matcher(xml);
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }
}
