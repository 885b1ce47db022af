package dev.membrane.server.internal.access;

import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.Permission;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One item of {@code principals}. It is read like a small configuration, so that misspelled keys
 * and bad values in it are reported as everywhere else. Not thread-safe.
 */
final class PrincipalEntry {

  static final String NAME = "name";
  static final String KEY = "api_key_sha256";
  private static final String CEILING = "max_sensitivity";
  private static final String SCOPES = "scopes";
  private static final String PERMISSIONS = "permissions";
  private static final String MAX_RECORDS = "max_records";
  private static final String MAX_BYTES = "max_bytes";

  /** No slash: the engine signs as {@code consolidation/...}. */
  private static final Pattern NAME_FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

  private static final JsonValue NOTHING = new JsonArray(List.of());

  private final JsonObject members;
  private final Config config;
  private final Optional<String> name;
  private final Optional<ApiKey> key;
  private final Optional<Sensitivity> ceiling;
  private final @Nullable Set<String> scopes;
  private final Set<Permission> permissions;
  private final Quota quota;

  PrincipalEntry(JsonObject members) {
    this.members = members;
    this.config = new Config(members.members());
    this.name = required(NAME, PrincipalEntry::checkedName);
    this.key = required(KEY, ApiKey::ofDigest);
    this.ceiling = required(CEILING, text -> constant(Sensitivity.class, text));
    this.scopes = scopes();
    this.permissions = permissions();
    this.quota = new Quota(most(MAX_RECORDS), most(MAX_BYTES));
  }

  /** The name; empty if it is missing or not acceptable. */
  Optional<String> name() {
    return name;
  }

  /** The key; empty if its digest is missing or none. */
  Optional<ApiKey> key() {
    return key;
  }

  void fault(String member, String message) {
    config.fault(member, message);
  }

  /** What is wrong, each a line that begins with the member's name. */
  List<String> faults() {
    return config.faults();
  }

  /** The principal; only of an entry without faults. */
  Principal principal() {
    Caller caller =
        Caller.named(name.orElseThrow())
            .upTo(ceiling.orElseThrow())
            .permitted(permissions)
            .limitedTo(quota);
    return new Principal(key.orElseThrow(), scopes == null ? caller : caller.in(scopes));
  }

  private long most(String member) {
    return config.integer(member, Long.MAX_VALUE, 1, Long.MAX_VALUE);
  }

  private <T> Optional<T> required(String member, Function<String, T> parser) {
    if (!config.has(member)) {
      config.fault(member, "must be set");
    }
    return config.value(member, Optional.empty(), text -> Optional.of(parser.apply(text)));
  }

  private static String checkedName(String text) {
    if (!NAME_FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "must be up to 100 letters, digits, '.', '_', '@' or '-', the first a letter or digit");
    }
    if (text.equals(Caller.ANONYMOUS.name())) {
      throw new IllegalArgumentException(
          "must not be " + text + ", which names callers without a key");
    }
    if (text.equals(AcceptedKeys.OPERATOR_NAME)) {
      throw new IllegalArgumentException(
          "must not be " + text + ", which is the name of the holder of api_key");
    }
    return text;
  }

  /** Left out means all of them, so a line that somebody forgot to finish must not. */
  private @Nullable Set<String> scopes() {
    if (!members.members().containsKey(SCOPES)) {
      config.has(SCOPES); // Known, so that a mistyped one is told so.
      return null;
    }
    if (!config.has(SCOPES)) {
      config.fault(SCOPES, "must be a list, or left out for all scopes");
    }
    return each(SCOPES, Function.identity());
  }

  private Set<Permission> permissions() {
    if (!config.has(PERMISSIONS) || NOTHING.equals(members.get(PERMISSIONS))) {
      config.fault(PERMISSIONS, "must name at least one of: " + names(Permission.class));
    }
    return each(PERMISSIONS, text -> constant(Permission.class, text));
  }

  private <T> Set<T> each(String member, Function<String, T> parser) {
    Set<T> values = new LinkedHashSet<>();
    List<JsonValue> items = config.list(member);
    for (int i = 0; i < items.size(); i++) {
      try {
        values.add(parser.apply(text(items.get(i))));
      } catch (IllegalArgumentException bad) {
        config.fault(member + "[" + i + "]", String.valueOf(bad.getMessage()));
      }
    }
    return values;
  }

  private static String text(JsonValue item) {
    if (item instanceof JsonString string && !string.value().isBlank()) {
      return string.value();
    }
    throw new IllegalArgumentException("must be text that is not blank");
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> name(constant).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("must be one of: " + names(type)));
  }

  private static <E extends Enum<E>> String names(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(PrincipalEntry::name)
        .collect(Collectors.joining(", "));
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
