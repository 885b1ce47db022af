package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java that the README of a module shows, compiled with the jars that the module brings. */
final class ReadmeJava {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern TYPE =
      Pattern.compile("(?s)(@\\w+\\s+)?(class|interface|record) .*");

  private final List<String> blocks;

  ReadmeJava(String module) throws IOException {
    String readme = Files.readString(Outside.root().resolve(module).resolve("README.md"));
    this.blocks = BLOCK.matcher(readme).results().map(found -> found.group(1)).toList();
  }

  /**
   * Compiles it.
   *
   * @param jars separated as on a class path
   * @param packages what is imported, each as a whole
   * @param given parameters of the method in which the statements stand
   * @param types further types, which the README leaves to its reader
   */
  void compile(String jars, Path out, List<String> packages, String given, String types) {
    StringWriter faults = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    boolean compiled =
        compiler
            .getTask(
                faults,
                null,
                null,
                List.of("-proc:none", "-d", out.toString(), "-cp", jars),
                null,
                List.of(new Source(code(packages, given, types))))
            .call();
    assertThat(compiled).as(faults.toString()).isTrue();
  }

  private String code(List<String> packages, String given, String types) {
    assertThat(blocks).isNotEmpty();
    String imports =
        packages.stream().map("import %s.*;\n"::formatted).collect(Collectors.joining());
    String shown = joined(true) + types;
    String statements = "class Snippet { void run(%s) throws Exception {\n%s}}\n";
    return imports + statements.formatted(given, joined(false)) + shown;
  }

  private String joined(boolean areTypes) {
    return blocks.stream()
        .filter(block -> TYPE.matcher(block).matches() == areTypes)
        .collect(Collectors.joining());
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String code;

    private Source(String code) {
      super(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoresErrors) {
      return code;
    }
  }
}
