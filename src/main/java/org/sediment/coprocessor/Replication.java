package org.sediment.coprocessor;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.User;

/**
 * Who may bring replicated mutations: they pass the guard unjudged, and any client can set the
 * attribute that makes them look so. On a secured cluster only the servers' own user and those
 * named in {@code hbase.superuser} may. Immutable.
 */
final class Replication {
  private final boolean secured;
  private final List<String> superusers;

  Replication(Configuration conf) {
    this.secured = User.isHBaseSecurityEnabled(conf);
    this.superusers = List.of(conf.getTrimmedStrings("hbase.superuser"));
  }

  /** Whether the mutation was delivered by replication. */
  boolean isReplicated(Mutation mutation) throws IOException {
    return !mutation.getAttributesMap().isEmpty()
        && !mutation.getClusterIds().isEmpty()
        && isTrusted();
  }

  /** Whether callers prove who they are. */
  boolean isSecured() {
    return secured;
  }

  /** Whether the caller is who the replication sink is. */
  boolean isTrusted() throws IOException {
    if (!secured) {
      return true;
    }
    Optional<User> caller = RpcServer.getRequestUser();
    if (caller.isEmpty()) {
      return true;
    }
    String name = caller.get().getShortName();
    return name.equals(User.getCurrent().getShortName())
        || superusers.contains(name)
        || Arrays.stream(caller.get().getGroupNames())
            .anyMatch(group -> superusers.contains("@" + group));
  }
}
