package dev.membrane.inspector;

import dev.membrane.server.HttpFile;
import dev.membrane.server.HttpFileProvider;
import dev.membrane.spi.Config;
import java.util.List;

/** Serves the page at {@code /} and what it consists of below {@code /inspector/}. */
public final class InspectorProvider implements HttpFileProvider {

  /** For {@link java.util.ServiceLoader}. */
  public InspectorProvider() {}

  @Override
  public String name() {
    return "inspector";
  }

  @Override
  public List<HttpFile> create(Config config) {
    return PageFiles.NAMES.stream().map(PageFiles::file).toList();
  }
}
