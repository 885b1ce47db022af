package dev.membrane.http;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.TransportProvider;
import dev.membrane.tck.TransportTck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class HttpTransportContractTest extends TransportTck {

  @Override
  protected TransportProvider provider() {
    return new HttpTransportProvider();
  }

  @Override
  protected Map<String, JsonValue> settings() {
    return Map.of("http_addr", new JsonString("127.0.0.1:0"));
  }

  @Override
  protected List<String> retrieve(String startLine, String key)
      throws IOException, InterruptedException {
    String address = startLine.replaceFirst("^http on (\\S+:\\d+),.*$", "$1");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/v1/retrieve"))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString("{\"trust\": {\"max_sensitivity\": \"hyper\"}}"));
    if (key != null) {
      request.header("authorization", "Bearer " + key);
    }
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.statusCode() + " " + response.body());
    }
    List<String> ids = new ArrayList<>();
    Site.parsed(response.body()).at("/records").forEach(one -> ids.add(one.at("/id").asText()));
    return ids;
  }
}
