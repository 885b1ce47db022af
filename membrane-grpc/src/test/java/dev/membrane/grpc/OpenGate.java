package dev.membrane.grpc;

import dev.membrane.Memory;
import dev.membrane.schema.JsonString;
import dev.membrane.server.Gate;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import io.grpc.Context;
import java.util.Map;

/** Lets every call in, as where no key is set. */
final class OpenGate {

  private OpenGate() {}

  static GateInterceptor check(Memory membrane) {
    return new GateInterceptor(before(membrane), new LateRefusals());
  }

  /** The context of a call that was let in. */
  static Context passed(Memory membrane) {
    return CurrentAdmission.in(before(membrane).admit(null, "here"));
  }

  private static Gate before(Memory membrane) {
    Config config = new Config(Map.of("rate_limit_per_second", new JsonString("0")));
    return ConfiguredAccess.from(config).gate(membrane);
  }
}
