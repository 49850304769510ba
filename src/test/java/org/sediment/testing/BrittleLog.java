package org.sediment.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.wal.WAL;

/**
 * A region's log whose next sync of everything fails, when told so: HBase asks for one in a flush,
 * after the snapshot. Syncs of single writes go on as ever. Thread-safe.
 */
final class BrittleLog {
  private final AtomicBoolean failNext = new AtomicBoolean();

  /** Makes the next sync of everything fail. */
  void failNext() {
    failNext.set(true);
  }

  /** Whether the failure was met. */
  boolean isDone() {
    return !failNext.get();
  }

  /** A log over another one. */
  WAL over(WAL log) {
    return (WAL)
        Proxy.newProxyInstance(
            BrittleLog.class.getClassLoader(),
            new Class<?>[] {WAL.class},
            (self, method, arguments) -> {
              boolean ofEverything = method.getName().equals("sync") && arguments == null;
              if (ofEverything && failNext.getAndSet(false)) {
                throw new IOException("the log cannot be synced");
              }
              try {
                return method.invoke(log, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
