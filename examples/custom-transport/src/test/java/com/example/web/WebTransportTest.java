package com.example.web;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.TransportProvider;
import dev.membrane.tck.TransportTck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

class WebTransportTest extends TransportTck {

  @Override
  protected TransportProvider provider() {
    return new WebTransportProvider();
  }

  @Override
  protected Map<String, JsonValue> settings() {
    return Map.of("plugins.web.listen_addr", new JsonString("127.0.0.1:0"));
  }

  @Override
  protected List<String> retrieve(String startLine, String key) throws Exception {
    URI uri = URI.create("http://" + startLine.replace("web on ", "") + "/retrieve?task=anything");
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
    return answer.body().lines().map(line -> new RecordCodec().decode(line).id()).toList();
  }
}
