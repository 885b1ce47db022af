package dev.membrane.grpc;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reference of the settings, from the config.yaml of the distribution. */
final class ConfigurationReference {

  private static final Pattern SECTION = Pattern.compile("# --- (.*) ---");

  /** A setting has no space after its {@code #}, which tells it from a remark. */
  private static final Pattern SETTING = Pattern.compile("#([a-z][a-z_.]*):(.*)");

  private static final Pattern MEMBER = Pattern.compile("# {3}(\\w+) +(.*)");

  private final DocReference page =
      new DocReference(
          "Configuration",
          "Every setting of `membraned`, from its config.yaml. The command line overrides the environment, which"
              + " overrides the file. Durations: 7d, 1h, 30m, 90s, 200ms; at most 36500d.");

  private final StringBuilder remark = new StringBuilder();
  private String described = "";

  private ConfigurationReference() {}

  static DocReference of(String yaml) {
    ConfigurationReference reference = new ConfigurationReference();
    yaml.substring(yaml.indexOf("# ---")).lines().forEach(reference::line);
    return reference.page;
  }

  private void line(String line) {
    Matcher section = SECTION.matcher(line);
    Matcher setting = SETTING.matcher(line);
    if (section.matches()) {
      page.heading(2, section.group(1)).head("key", "variable", "default", "");
      described = "";
    } else if (setting.matches()) {
      setting(setting.group(1), setting.group(2).strip());
    } else if (line.startsWith("#  ") && remark.isEmpty()) {
      // The value of the setting before goes on.
      return;
    } else if (line.startsWith("# ")) {
      remark.append(member(line).orElse(line.substring(1)));
    }
  }

  /** A line of the list of what a value has. */
  private static Optional<String> member(String line) {
    Matcher member = MEMBER.matcher(line);
    return member.matches()
        ? Optional.of("; `%s`: %s".formatted(member.group(1), member.group(2)))
        : Optional.empty();
  }

  /** A setting without a remark of its own shares that of the setting before. */
  private void setting(String key, String value) {
    if (!remark.isEmpty()) {
      described = remark.toString().strip();
      remark.setLength(0);
    }
    page.row(
        "`" + key + "`",
        "`MEMBRANE_" + key.toUpperCase(Locale.ROOT).replace('.', '_') + "`",
        value.isEmpty() ? "" : "`" + value + "`",
        page.described(key, described));
  }
}
