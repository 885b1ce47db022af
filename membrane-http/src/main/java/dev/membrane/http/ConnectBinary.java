package dev.membrane.http;

import com.google.protobuf.Message;
import dev.membrane.protocol.ItemCount;
import java.io.IOException;

/** The Connect protocol with messages in the binary form of protobuf. */
final class ConnectBinary extends ConnectFormat {

  @Override
  public String mediaType() {
    return "application/proto";
  }

  @Override
  public Message read(Message into, byte[] body) throws IOException {
    ItemCount.check(body, into.getDescriptorForType());
    return into.getParserForType().parseFrom(body);
  }

  @Override
  public byte[] write(Message answer) {
    return answer.toByteArray();
  }
}
