package dev.membrane.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What the build promises. */
class BuildTest {

  private static final Path ROOT = Path.of(System.getProperty("membrane.root"));
  private static final String FAILSAFE = "//plugin[artifactId='maven-failsafe-plugin']";
  private static final String ARCHIVE = "//execution[id='archive']/configuration";

  /** The plugin would read only a property of another name by itself. */
  @Test
  void skip_tests_skips_integration_tests_and_what_is_made_for_them() throws Exception {
    Path parent = ROOT.resolve("pom.xml");
    assertThat(texts(parent, "/project/properties/skipTests")).containsExactly("false");
    assertThat(texts(parent, "/project/build/pluginManagement/plugins" + skipping(FAILSAFE)))
        .containsExactly("${skipTests}");
    Path distribution = ROOT.resolve("membrane-distribution/pom.xml");
    assertThat(texts(distribution, ARCHIVE + "/skip")).containsExactly("${skipTests}");
    try (Stream<Path> poms = Files.find(ROOT, 3, (path, file) -> path.endsWith("pom.xml"))) {
      for (Path pom : poms.filter(path -> !path.equals(parent)).toList()) {
        assertThat(texts(pom, "//skipTests | " + skipping(FAILSAFE) + " | " + FAILSAFE + "//skip"))
            .as("in %s, what the parent says is not taken back", pom)
            .isEmpty();
      }
    }
  }

  private static String skipping(String plugin) {
    return plugin + "//*[self::skipTests or self::skipITs]";
  }

  /** Of a wrapper that is a script alone, Maven is all that is loaded. */
  @Test
  void the_maven_that_is_loaded_has_a_known_checksum() throws Exception {
    Path wrapper = ROOT.resolve(".mvn/wrapper");
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(wrapper.resolve("maven-wrapper.properties"))) {
      properties.load(in);
    }
    assertThat(properties.getProperty("distributionUrl")).startsWith("https://");
    assertThat(properties.getProperty("distributionSha256Sum")).matches("[0-9a-f]{64}");
    assertThat(properties.getProperty("distributionType")).isEqualTo("only-script");
    assertThat(properties).doesNotContainKey("wrapperUrl");
    assertThat(wrapper.resolve("maven-wrapper.jar")).doesNotExist();
  }

  private static List<String> texts(Path pom, String path) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    XPath xpath = XPathFactory.newInstance().newXPath();
    NodeList found = (NodeList) xpath.evaluate(path, document, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent().strip());
    }
    return texts;
  }
}
