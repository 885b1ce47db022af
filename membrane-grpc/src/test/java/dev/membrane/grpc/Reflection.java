package dev.membrane.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Learns from a server what it serves, as grpcurl does. The messages of both versions look the same
 * on the wire, so one set of classes reads them.
 */
final class Reflection {

  private final Channel channel;
  private final String rpc;

  private Reflection(Channel channel, String rpc) {
    this.channel = channel;
    this.rpc = rpc;
  }

  static Reflection v1(Channel channel) {
    return new Reflection(channel, "grpc.reflection.v1.ServerReflection/ServerReflectionInfo");
  }

  static Reflection v1alpha(Channel channel) {
    return new Reflection(channel, "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");
  }

  List<String> services() {
    return ask(ServerReflectionRequest.newBuilder().setListServices("").build())
        .getListServicesResponse()
        .getServiceList()
        .stream()
        .map(ServiceResponse::getName)
        .toList();
  }

  /** The service's descriptor, built from nothing but what the server answers. */
  ServiceDescriptor service(String name) {
    ServerReflectionResponse answer =
        ask(ServerReflectionRequest.newBuilder().setFileContainingSymbol(name).build());
    Map<String, FileDescriptorProto> files = new HashMap<>();
    List<FileDescriptorProto> inOrder = new ArrayList<>();
    for (ByteString bytes : answer.getFileDescriptorResponse().getFileDescriptorProtoList()) {
      FileDescriptorProto file = parsed(bytes);
      files.put(file.getName(), file);
      inOrder.add(file);
    }
    for (FileDescriptorProto file : inOrder) {
      for (ServiceDescriptor service : built(file, files).getServices()) {
        if (service.getFullName().equals(name)) {
          return service;
        }
      }
    }
    throw new AssertionError("reflection knows no " + name);
  }

  private ServerReflectionResponse ask(ServerReflectionRequest request) {
    Iterator<byte[]> answers =
        ClientCalls.blockingServerStreamingCall(
            channel,
            RawClient.method(rpc, MethodType.SERVER_STREAMING),
            CallOptions.DEFAULT,
            request.toByteArray());
    try {
      return ServerReflectionResponse.parseFrom(answers.next());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static FileDescriptorProto parsed(ByteString bytes) {
    try {
      return FileDescriptorProto.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static FileDescriptor built(
      FileDescriptorProto file, Map<String, FileDescriptorProto> files) {
    FileDescriptor[] imports =
        file.getDependencyList().stream()
            .map(name -> built(files.get(name), files))
            .toArray(FileDescriptor[]::new);
    try {
      return FileDescriptor.buildFrom(file, imports);
    } catch (DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }
}
