package dev.membrane.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static dev.membrane.tck.PackageRules.CLI;
import static dev.membrane.tck.PackageRules.CLIENT;
import static dev.membrane.tck.PackageRules.GRPC;
import static dev.membrane.tck.PackageRules.GUICE;
import static dev.membrane.tck.PackageRules.HOOKS;
import static dev.membrane.tck.PackageRules.HTTP;
import static dev.membrane.tck.PackageRules.JDBC_STORES;
import static dev.membrane.tck.PackageRules.JSON;
import static dev.membrane.tck.PackageRules.LANGCHAIN4J;
import static dev.membrane.tck.PackageRules.LLM;
import static dev.membrane.tck.PackageRules.MCP;
import static dev.membrane.tck.PackageRules.MESSAGES;
import static dev.membrane.tck.PackageRules.ONNX;
import static dev.membrane.tck.PackageRules.OTEL;
import static dev.membrane.tck.PackageRules.POSTGRES;
import static dev.membrane.tck.PackageRules.PROTOCOL;
import static dev.membrane.tck.PackageRules.SERVER;
import static dev.membrane.tck.PackageRules.SPRING_BOOT;
import static dev.membrane.tck.PackageRules.SQLITE;
import static dev.membrane.tck.PackageRules.TEXT;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Where each library lives. */
final class LibraryRules {

  private LibraryRules() {}

  /** Each with its reason. */
  static List<ArchRule> all() {
    return List.of(
        home(
            "what stands outside is wired without knowing the injector",
            List.of("com.google.inject..", "jakarta.inject.."),
            GUICE),
        home(
            "JSON is read and written in one place per format",
            List.of("com.fasterxml.jackson..", "org.yaml.."),
            JSON,
            SERVER,
            LLM,
            PROTOCOL,
            GRPC,
            HTTP,
            HOOKS,
            CLI),
        noJacksonInSignatures(),
        home(
            "every store may choose its database, and only an import reads another's",
            List.of(
                "java.sql..",
                "javax.sql..",
                "org.jdbi..",
                "org.sqlite..",
                "org.postgresql..",
                "com.zaxxer.."),
            JDBC_STORES,
            SQLITE,
            POSTGRES,
            CLI),
        home(
            "every embedder may choose its runtime", List.of("ai.onnxruntime..", "ai.djl.."), ONNX),
        home(
            "who does not build with a framework gets none",
            List.of("dev.langchain4j.."),
            ONNX,
            LANGCHAIN4J),
        home("only extractors and embedders call out", List.of("okhttp3..", "okio.."), LLM),
        home("the transport can be replaced", List.of("io.grpc.."), MESSAGES, GRPC, CLIENT),
        home(
            "messages are for those who send and receive them",
            List.of("com.google.protobuf.."),
            MESSAGES,
            PROTOCOL,
            GRPC,
            CLIENT,
            HTTP,
            CLI,
            MCP),
        home("the HTTP server can be replaced", List.of("org.eclipse.jetty.."), HTTP),
        home(
            "who is asked and who asks is counted where it comes in or goes out",
            List.of("io.github.bucket4j.."),
            SERVER,
            LLM),
        home("what a word is, one class knows", List.of("org.apache.lucene.."), TEXT),
        home("a library has no command line", List.of("picocli.."), SERVER, HOOKS, CLI, MCP),
        home(
            "who embeds the library chooses what its figures become",
            List.of("io.micrometer..", "com.sun.net.httpserver.."),
            SERVER,
            SPRING_BOOT,
            OTEL),
        home("who traces chooses by what", List.of("io.opentelemetry.."), OTEL),
        home("the user chooses where logs go", List.of("java.util.logging..")),
        home("only the bundled server has a log of its own", List.of("ch.qos.logback.."), GRPC));
  }

  private static ArchRule home(String reason, List<String> library, String... homes) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(homes)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library.toArray(String[]::new))
        .because(reason);
  }

  private static ArchRule noJacksonInSignatures() {
    return noCodeUnits()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .should(new Mention("com.fasterxml.jackson.."))
        .because("a signature with it would bind every user to our version");
  }
}
