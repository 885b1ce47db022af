package dev.membrane.grpc;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.ItemStreams;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.spi.Tracer;

/** The service without what stands around it, for tests of the latter. */
final class PlainService {

  private PlainService() {}

  static MembraneGrpcService made() {
    MembraneCalls calls = new MembraneCalls();
    ItemStreams streams =
        new ItemStreams(
            calls, thrown -> new CallFailure(CallCode.INTERNAL, String.valueOf(thrown)));
    return new MembraneGrpcService(calls, new GrpcItemStreams(streams, Runnable::run, Tracer.NONE));
  }
}
