package dev.membrane.distribution;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * A line of the log for programs: one JSON object without objects in it. {@code time} is RFC 3339
 * in UTC; numbers and truth values of key-value pairs stay what they are. Thread-safe.
 */
final class JsonLine extends LayoutBase<ILoggingEvent> {

  private final JsonFactory json = new JsonFactory();

  @Override
  public String doLayout(ILoggingEvent event) {
    StringWriter line = new StringWriter();
    try (JsonGenerator out = json.createGenerator(line)) {
      out.writeStartObject();
      for (Map.Entry<String, Object> field : fields(event).entrySet()) {
        out.writeFieldName(field.getKey());
        write(out, field.getValue());
      }
      out.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return line + System.lineSeparator();
  }

  /** What every line has comes first, and nothing else takes its name. */
  private static Map<String, Object> fields(ILoggingEvent event) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("time", LogLine.time(event));
    fields.put("level", event.getLevel().toString());
    fields.put("logger", event.getLoggerName());
    fields.put("thread", event.getThreadName());
    fields.put("message", String.valueOf(event.getFormattedMessage()));
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      fields.put("error", thrown.getClassName());
      fields.put("stack", ThrowableProxyUtil.asString(thrown));
    }
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(pair -> fields.putIfAbsent(pair.key, valueOf(pair.value)));
    }
    event.getMDCPropertyMap().forEach(fields::putIfAbsent);
    return fields;
  }

  private static Object valueOf(@Nullable Object value) {
    boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
    return (value instanceof Number && isFinite) || value instanceof Boolean
        ? value
        : String.valueOf(value);
  }

  private static void write(JsonGenerator out, Object value) throws IOException {
    if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value instanceof Number) {
      out.writeNumber(value.toString());
    } else {
      out.writeString(value.toString());
    }
  }
}
