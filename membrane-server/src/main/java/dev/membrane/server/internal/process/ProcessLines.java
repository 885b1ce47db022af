package dev.membrane.server.internal.process;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.StartException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the process says besides its log: that it is ready, and why it does not start. Where the log
 * is in JSON, these are objects with the same fields, so that whoever collects both reads one
 * format.
 */
final class ProcessLines {

  private static final String NAME = "membraned";

  /** As the log has it. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final boolean isJson;
  private final InstantSource clock;

  ProcessLines(boolean isJson, InstantSource clock) {
    this.isJson = isJson;
    this.clock = clock;
  }

  /** Says where it serves, and to a person also what to try. */
  void ready(PrintWriter out, String summary, String examples) {
    String ready = NAME + " " + Version.text() + " ready: " + summary;
    if (isJson) {
      out.println(json("INFO", ready));
      return;
    }
    out.println(ready);
    if (!examples.isEmpty()) {
      out.println("next: " + examples);
    }
  }

  /** Says each fault. */
  void refused(PrintWriter err, StartException refused) {
    for (String fault : refused.faults()) {
      err.println(isJson ? json("ERROR", fault) : NAME + ": " + fault);
    }
    err.flush();
  }

  private String json(String level, String message) {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    fields.put("time", new JsonString(TIME.format(clock.instant())));
    fields.put("level", new JsonString(level));
    fields.put("logger", new JsonString(Membraned.class.getName()));
    fields.put("thread", new JsonString(Thread.currentThread().getName()));
    fields.put("message", new JsonString(message));
    return new RecordCodec().write(JsonValue.of(fields));
  }
}
