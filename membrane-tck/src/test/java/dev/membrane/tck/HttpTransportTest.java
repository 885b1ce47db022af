package dev.membrane.tck;

import dev.membrane.schema.JsonValue;
import dev.membrane.server.TransportProvider;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class HttpTransportTest extends TransportTck {

  @Override
  protected TransportProvider provider() {
    return new HttpTransport.Provider(HttpTransport::new);
  }

  @Override
  protected Map<String, JsonValue> settings() {
    return Map.of();
  }

  @Override
  protected List<String> retrieve(String startLine, @Nullable String key) throws Exception {
    return HttpTransport.call(startLine, key);
  }
}
