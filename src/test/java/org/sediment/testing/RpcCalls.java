package org.sediment.testing;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Lets a piece of a test run as if it were the handling of a client's call. */
public final class RpcCalls {
  private RpcCalls() {}

  /** A client's list of mutations for one region: each stands for itself, unless atomic. */
  static Message multi(byte[] regionName, List<? extends Mutation> mutations, boolean atomic)
      throws IOException {
    RegionAction.Builder action =
        RegionAction.newBuilder()
            .setRegion(
                RequestConverter.buildRegionSpecifier(RegionSpecifierType.REGION_NAME, regionName))
            .setAtomic(atomic);
    int index = 0;
    for (Mutation mutation : mutations) {
      MutationType type =
          mutation instanceof org.apache.hadoop.hbase.client.Put
              ? MutationType.PUT
              : MutationType.DELETE;
      action.addAction(
          Action.newBuilder()
              .setIndex(index++)
              .setMutation(ProtobufUtil.toMutationNoData(type, mutation)));
    }
    return MultiRequest.newBuilder().addRegionAction(action).build();
  }

  /** Runs a piece of work inside a call with this request. */
  public static <T> T within(Message request, Callable<T> work) throws Exception {
    return within(request, Long.MAX_VALUE, work);
  }

  /** As {@link #within(Message, Callable)}, of a client that waits until a moment. */
  public static <T> T within(Message request, long deadline, Callable<T> work) throws Exception {
    return within(User.getCurrent(), request, deadline, work);
  }

  /** Runs a piece of work inside a call of a user. */
  public static <T> T as(User user, Callable<T> work) throws Exception {
    return within(user, null, Long.MAX_VALUE, work);
  }

  private static <T> T within(User user, Message request, long deadline, Callable<T> work)
      throws Exception {
    Optional<RpcCall> outer = RpcServer.getCurrentCall();
    RpcServer.setCurrentCall(call(user, request, deadline));
    try {
      return work.call();
    } finally {
      RpcServer.setCurrentCall(outer.orElse(null));
    }
  }

  private static RpcCall call(User user, Message request, long deadline) {
    return (RpcCall)
        Proxy.newProxyInstance(
            RpcCalls.class.getClassLoader(),
            new Class<?>[] {RpcCall.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getParam" -> request;
                  case "getRequestUser" -> Optional.of(user);
                  case "getRequestUserName" -> Optional.of(user.getShortName());
                  case "disconnectSince" -> -1L;
                  case "getDeadline" -> deadline;
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == arguments[0];
                  case "toString" -> "call of a test";
                  default -> zero(method.getReturnType());
                });
  }

  private static Object zero(Class<?> type) {
    if (type == long.class) {
      return 0L;
    }
    if (type == int.class) {
      return 0;
    }
    if (type == boolean.class) {
      return false;
    }
    return type == Optional.class ? Optional.empty() : null;
  }
}
