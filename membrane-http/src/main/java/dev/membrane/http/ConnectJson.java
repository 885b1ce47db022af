package dev.membrane.http;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.membrane.protocol.ItemCount;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The Connect protocol with messages in the JSON form of protobuf, in which bytes are base64. */
final class ConnectJson extends ConnectFormat {

  /** In a longer body, of so many characters, the faulty member is not looked for. */
  private static final int MAX_LOOKED_AT = 1 << 20;

  /** Loaded with the first call that needs it, as the classes are many. */
  private static final class JsonFormats {

    static final JsonFormat.Parser PARSER = JsonFormat.parser();
    static final JsonFormat.Printer PRINTER =
        JsonFormat.printer().omittingInsignificantWhitespace();
  }

  @Override
  public String mediaType() {
    return "application/json";
  }

  @Override
  public Message read(Message into, byte[] body) throws IOException {
    String json = text(body);
    ConnectLimits.check(json, into.getDescriptorForType(), ItemCount.isNeeded(into));
    return parsed(json, into);
  }

  private static Message parsed(String json, Message into) throws IOException {
    Message.Builder message = into.newBuilderForType();
    try {
      JsonFormats.PARSER.merge(json, message);
      return message.build();
    } catch (InvalidProtocolBufferException | RuntimeException malformed) {
      // The parser leaves some malformed numbers and texts to what it is made of.
      if (json.length() <= MAX_LOOKED_AT) {
        Optional<ValidationException> fault =
            new FaultyMember(JsonFormats.PARSER, JsonFormats.PRINTER).in(json, into);
        if (fault.isPresent()) {
          throw fault.get();
        }
      }
      // With a cause, the text is that of the library beneath the parser, and names its classes.
      throw malformed instanceof InvalidProtocolBufferException own && own.getCause() == null
          ? own
          : new InvalidProtocolBufferException("it is not the JSON of the message");
    }
  }

  private static String text(byte[] body) throws InvalidProtocolBufferException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw new InvalidProtocolBufferException("it is not UTF-8");
    }
  }

  @Override
  public byte[] write(Message answer) throws IOException {
    return JsonFormats.PRINTER.print(answer).getBytes(StandardCharsets.UTF_8);
  }
}
