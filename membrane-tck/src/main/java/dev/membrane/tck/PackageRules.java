package dev.membrane.tck;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who may know whom. */
final class PackageRules {

  private static final String ROOT = "dev.membrane";
  private static final String INTERNAL = "dev.membrane.internal";
  static final String GUICE = "dev.membrane.guice";
  private static final String SCHEMA = "dev.membrane.schema";
  static final String JSON = "dev.membrane.schema.json";
  private static final String SPI = "dev.membrane.spi..";
  private static final String VALUE = "dev.membrane.internal.value";
  private static final String KEYS = "dev.membrane.internal.keys";
  private static final String ACCESS = "dev.membrane.internal.access";
  private static final String WORK = "dev.membrane.internal.work";
  private static final String EPISODE = "dev.membrane.internal.episode";
  static final String TEXT = "dev.membrane.internal.text";
  private static final String VIEW = "dev.membrane.internal.view";
  private static final String SKILL = "dev.membrane.internal.skill";
  private static final String AUDIT = "dev.membrane.internal.audit";
  private static final String CHANGE = "dev.membrane.internal.change";
  private static final String HISTORY = "dev.membrane.internal.history";
  private static final String INGEST = "dev.membrane.internal.ingest";
  private static final String RETRIEVE = "dev.membrane.internal.retrieve";
  private static final String QUESTION = "dev.membrane.internal.retrieve.question";
  private static final String VECTOR = "dev.membrane.internal.retrieve.vector";
  private static final String RECEIPT = "dev.membrane.internal.receipt";
  private static final String LISTING = "dev.membrane.internal.listing";
  private static final String METRICS = "dev.membrane.internal.metrics";
  private static final String REVISE = "dev.membrane.internal.revise";
  private static final String DECAY = "dev.membrane.internal.decay";
  private static final String CONSOLIDATE = "dev.membrane.internal.consolidate";
  private static final String FACT = "dev.membrane.internal.consolidate.fact";
  private static final String PROCEDURE = "dev.membrane.internal.consolidate.procedure";
  private static final String EMBED = "dev.membrane.internal.embed";
  private static final String ERASE = "dev.membrane.internal.erase";
  private static final String SCAN = "dev.membrane.internal.scan";
  private static final String TRANSFER = "dev.membrane.internal.transfer";
  private static final String JOBS = "dev.membrane.internal.jobs";
  static final String SERVER = "dev.membrane.server..";
  private static final String SERVER_INTERNAL = "dev.membrane.server.internal..";
  private static final String[] SERVER_API = {
    "dev.membrane.server",
    "dev.membrane.server.command",
    "dev.membrane.server.limits",
    "dev.membrane.server.local",
    "dev.membrane.server.monitoring"
  };
  private static final String MEMORY_STORE = "dev.membrane.store.memory";
  static final String JDBC_STORES = "dev.membrane.store.jdbc..";
  static final String SQLITE = "dev.membrane.store.sqlite..";
  static final String POSTGRES = "dev.membrane.store.postgres..";
  static final String ONNX = "dev.membrane.embedder.onnx..";
  static final String LLM = "dev.membrane.llm..";
  static final String PROTOCOL = "dev.membrane.protocol";
  static final String MESSAGES = "dev.membrane.grpc.v1";
  static final String GRPC = "dev.membrane.grpc";

  static final String CLIENT = "dev.membrane.client";
  private static final String CHAT = "dev.membrane.chat";
  private static final String TOOLS = "dev.membrane.tools";
  static final String LANGCHAIN4J = "dev.membrane.langchain4j";
  private static final String SPRING_AI = "dev.membrane.spring.ai";
  static final String SPRING_BOOT = "dev.membrane.spring.boot.starter";
  static final String HTTP = "dev.membrane.http";
  static final String HOOKS = "dev.membrane.hooks";
  private static final String INSPECTOR = "dev.membrane.inspector";
  static final String CLI = "dev.membrane.cli";
  static final String MCP = "dev.membrane.mcp..";
  static final String OTEL = "dev.membrane.otel";

  private PackageRules() {}

  /** Each with its reason. */
  static List<ArchRule> all() {
    String[] stands = {SCHEMA, JSON, SPI};
    String[] values = {SCHEMA, JSON, SPI, ROOT, VALUE};
    String[] engine = with(values, KEYS, ACCESS, WORK, EPISODE, TEXT);
    String[] writing = with(engine, AUDIT, CHANGE);
    String[] services =
        with(
            writing,
            VIEW,
            SKILL,
            HISTORY,
            INGEST,
            RETRIEVE,
            QUESTION,
            VECTOR,
            RECEIPT,
            LISTING,
            METRICS,
            REVISE,
            DECAY,
            CONSOLIDATE,
            FACT,
            PROCEDURE,
            EMBED,
            ERASE);
    String[] core = with(services, TRANSFER, SCAN, JOBS, MEMORY_STORE, INTERNAL, SERVER);
    String[] doors = with(with(stands, ROOT), SERVER_API);
    String[] tables = with(stands, JDBC_STORES);
    return List.of(
        everyPackageHasItsPlace(),
        arrow(SCHEMA, "a record knows no store, no transport and no JSON library"),
        arrow(JSON, "the codec knows only what it writes", SCHEMA),
        arrow(SPI, "a plugin is compiled against the schema and nothing else of ours", SCHEMA),
        spiIsPure(),
        arrow(VALUE, "what callers write means the same to every service", with(stands, ROOT)),
        arrow(KEYS, "a name does not matter to who stores something under it", values),
        arrow(ACCESS, "who may see a record is decided alike everywhere", with(values, KEYS)),
        arrow(WORK, "the services stand on it, not next to it", with(stands, ROOT)),
        arrow(
            EPISODE, "what a run was does not matter to who reads it", with(values, KEYS, ACCESS)),
        arrow(TEXT, "words come before the services that use them", SCHEMA, JSON, SPI, VALUE, KEYS),
        arrow(AUDIT, "what is evidence does not depend on who writes it", engine),
        arrow(CHANGE, "what the writing services share knows none of them", with(engine, AUDIT)),
        arrow(INGEST, "writing does not need reading's ranking", writing),
        arrow(REVISE, "to revise knowledge is not to take it in", writing),
        arrow(CONSOLIDATE, "every stage is run alike, so none is known", writing),
        arrow(FACT, "facts are learned without procedures", with(writing, CONSOLIDATE)),
        arrow(
            PROCEDURE,
            "what counts as said is decided alike for all that is learned",
            with(writing, CONSOLIDATE, FACT)),
        arrow(DECAY, "what fades does not matter to how it came", writing),
        arrow(EMBED, "what a record means does not matter to how it came", writing),
        arrow(ERASE, "what is erased is taken back as it was learned", with(writing, CONSOLIDATE)),
        arrow(SCAN, "what is looked for does not matter to where it stands", with(engine)),
        arrow(
            VIEW,
            "how an answer reads does not matter to how it was found",
            with(stands, ROOT, EPISODE, TEXT)),
        arrow(SKILL, "how a skill reads does not matter to how it was found", with(engine, VIEW)),
        arrow(HISTORY, "what was does not matter to how it is asked for", engine),
        arrow(
            RETRIEVE,
            "reading does not write",
            with(engine, VIEW, SKILL, HISTORY, QUESTION, VECTOR)),
        arrow(QUESTION, "what is asked for is known before anything is found", with(engine, VIEW)),
        arrow(VECTOR, "an embedder does not know what is done with its vectors", engine),
        arrow(RECEIPT, "an answer does not know that it is kept", with(engine, RETRIEVE)),
        arrow(LISTING, "a list has no ranking", with(engine, SKILL, HISTORY)),
        arrow(METRICS, "figures come from the store, not from answers", engine),
        arrow(TRANSFER, "what is moved is neither judged nor changed", engine),
        arrow(JOBS, "jobs run whatever the root gives them", with(stands, WORK)),
        arrow(MEMORY_STORE, "a store is a plugin, wherever its classes lie", SCHEMA, SPI),
        arrow(
            ROOT,
            "the library has to work without the server",
            with(stands, INTERNAL, VALUE, VIEW, FACT)),
        arrow(INTERNAL, "the engine has to work without the server", with(services, JOBS)),
        arrow(GUICE, "the library has to work without an injector", ROOT),
        unaware(
            "dev.membrane.server",
            SERVER_INTERNAL,
            "what transports are written against does not change with the server"),
        unaware(
            "dev.membrane.server.internal.process",
            "dev.membrane.server.internal.command",
            "commands are found"),
        noCycles("dev.membrane.server"),
        unaware(
            "dev.membrane.store.jdbc.internal.[row|dialect|session|figures|table|commit|audit]..",
            "dev.membrane.store.jdbc.internal.search",
            "how records are ranked does not matter to how they are stored"),
        noCycles("dev.membrane.store.postgres"),
        noCycles("dev.membrane.store.sqlite"),
        noCycles("dev.membrane.store.jdbc"),
        arrow(SERVER, "the server runs on plugins that it finds, not on those it knows", core),
        arrow(JDBC_STORES, "what stores share stands under all of them", stands),
        arrow(SQLITE, "stores stand under the engine and next to each other", tables),
        arrow(POSTGRES, "stores stand under the engine and next to each other", tables),
        arrow(ONNX, "plugins never depend on each other", stands),
        arrow(LLM, "plugins never depend on each other", stands),
        arrow(MESSAGES, "whoever only calls needs nothing else of ours"),
        arrow(PROTOCOL, "what a call does does not matter to how it came", with(doors, MESSAGES)),
        arrow(
            GRPC,
            "a transport sees the interfaces, and never the engine",
            with(doors, MESSAGES, PROTOCOL)),
        arrow(
            HTTP,
            "a transport sees the interfaces, and never the engine",
            with(doors, MESSAGES, PROTOCOL)),
        arrow(CLIENT, "a client needs nothing that runs on a server", with(stands, ROOT, MESSAGES)),
        arrow(CHAT, "a conversation is kept wherever the memory is", with(stands, ROOT)),
        arrow(TOOLS, "a model uses a memory alike, wherever that is", with(stands, ROOT)),
        arrow(
            LANGCHAIN4J,
            "an adapter is written once, wherever the memory is",
            with(stands, ROOT, CHAT, TOOLS)),
        arrow(SPRING_AI, "an adapter does not know where the memory is", with(stands, ROOT, CHAT)),
        arrow(
            SPRING_BOOT,
            "only who puts an application together chooses where the memory is",
            with(stands, ROOT, SPRING_AI, CLIENT, SQLITE)),
        arrow(HOOKS, "what hosts tell comes in as all else does", doors),
        arrow(INSPECTOR, "the page asks the API as any other caller does", doors),
        arrow(CLI, "a command asks as any other caller does", with(doors, MESSAGES, PROTOCOL)),
        arrow(MCP, "agents reach memory as any other caller does", with(doors, PROTOCOL, TOOLS)),
        arrow(OTEL, "what is followed does not know who follows it", with(SERVER_API, SPI)));
  }

  private static ArchRule everyPackageHasItsPlace() {
    return classes()
        .should()
        .resideInAnyPackage(
            ROOT,
            INTERNAL,
            GUICE,
            SCHEMA,
            JSON,
            SPI,
            VALUE,
            KEYS,
            ACCESS,
            WORK,
            EPISODE,
            TEXT,
            VIEW,
            SKILL,
            AUDIT,
            CHANGE,
            HISTORY,
            INGEST,
            RETRIEVE,
            QUESTION,
            VECTOR,
            RECEIPT,
            LISTING,
            METRICS,
            REVISE,
            DECAY,
            CONSOLIDATE,
            FACT,
            PROCEDURE,
            EMBED,
            ERASE,
            SCAN,
            TRANSFER,
            JOBS,
            SERVER,
            MEMORY_STORE,
            JDBC_STORES,
            SQLITE,
            POSTGRES,
            ONNX,
            LLM,
            PROTOCOL,
            MESSAGES,
            GRPC,
            CLIENT,
            CHAT,
            TOOLS,
            LANGCHAIN4J,
            SPRING_AI,
            SPRING_BOOT,
            HTTP,
            HOOKS,
            INSPECTOR,
            CLI,
            MCP,
            OTEL)
        .because("a new package first has to find its place in these rules");
  }

  private static ArchRule spiIsPure() {
    return classes()
        .that()
        .resideInAPackage(SPI)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(SPI, SCHEMA, "java..", "org.jspecify..")
        .because("what it names, every vendor has to live with");
  }

  private static ArchRule arrow(String from, String reason, String... mayKnow) {
    String[] known = with(mayKnow, from);
    return classes()
        .that()
        .resideInAPackage(from)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(known)
                .or(not(resideInAnyPackage("dev.membrane..")))
                .as("reside in %s or outside of Membrane", Arrays.toString(known)))
        .because(reason)
        .allowEmptyShould(true);
  }

  private static ArchRule unaware(String from, String of, String reason) {
    return noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(of)
        .because(reason)
        .allowEmptyShould(true);
  }

  /** A package and those below it are read one after the other. */
  private static ArchRule noCycles(String module) {
    return slices()
        .assignedFrom(new PackageSlices(module))
        .should()
        .beFreeOfCycles()
        .because("a package is understood without those that are built on it")
        .allowEmptyShould(true);
  }

  private static String[] with(String[] some, String... others) {
    List<String> all = new ArrayList<>(Arrays.asList(some));
    all.addAll(Arrays.asList(others));
    return all.toArray(String[]::new);
  }
}
