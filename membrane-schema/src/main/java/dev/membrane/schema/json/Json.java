package dev.membrane.schema.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;

/** Runs the JSON scanner and printer over texts in memory, strictly. */
final class Json {

  /** Those of a free-form value, and what the schema puts around one, with some to spare. */
  static final int MAX_LEVELS = Limits.MAX_NESTING + 16;

  /**
   * Sizes are limited where a text comes in ({@link Limits}), not again here. Names are not shared
   * between texts, so that hostile ones cannot fill or clog a table that outlives their text.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_LEVELS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private Json() {}

  /** Something that writes one value. */
  @FunctionalInterface
  interface Output {
    void writeTo(MemberWriter out) throws IOException;
  }

  /**
   * Reads a text that is one JSON value and nothing else.
   *
   * @param field what the text is called in errors about the text as a whole
   * @param root the path of the value in errors about a part of it
   * @param allowance how much of it may be built
   * @throws ValidationException if the text is no JSON, more than is allowed, or not what {@code
   *     part} expects
   */
  static <T> T read(
      String field,
      String root,
      String text,
      Allowance allowance,
      MemberReader.ValueReader<T> part) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw JsonFaults.invalid(field, "unexpected end of input");
      }
      T value = part.read(new MemberReader(parser, root, allowance));
      if (parser.nextToken() != null) {
        throw JsonFaults.invalid(field, "unexpected text after the end");
      }
      return value;
    } catch (IOException e) {
      throw JsonFaults.translate(field, e);
    }
  }

  static String write(String field, Output output) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      output.writeTo(new MemberWriter(generator));
    } catch (IOException e) {
      throw JsonFaults.translate(field, e);
    }
    return text.toString();
  }

  static byte[] writeUtf8(String field, Output output) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      output.writeTo(new MemberWriter(generator));
    } catch (IOException e) {
      throw JsonFaults.translate(field, e);
    }
    return bytes.toByteArray();
  }
}
