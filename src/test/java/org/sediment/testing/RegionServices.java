package org.sediment.testing;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.MockRegionServerServices;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheFactory;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.ipc.RpcServerInterface;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerAccounting;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequester;
import org.apache.hadoop.hbase.security.User;

/**
 * The services a region asks of its server, for a region without a server. Compactions asked for
 * are noted, not done: the test decides when they run.
 */
final class RegionServices extends MockRegionServerServices {
  private static final long CACHE = 32 << 20;
  private static final ServerName NAME = ServerName.valueOf("region", 1, 1);

  private final BlockCache cache;
  private final ByteBuffAllocator allocator;
  private final RpcServerInterface rpc;
  private final List<String> requested = new CopyOnWriteArrayList<>();
  private volatile RegionServerAccounting accounting;

  RegionServices(Configuration conf) {
    super(conf);
    cache =
        conf.get("hbase.bucketcache.ioengine") == null
            ? new LruBlockCache(CACHE, 4096)
            : BlockCacheFactory.createBlockCache(conf);
    boolean pooled = conf.getBoolean(ByteBuffAllocator.ALLOCATOR_POOL_ENABLED_KEY, false);
    allocator = pooled ? ByteBuffAllocator.create(conf, true) : ByteBuffAllocator.HEAP;
    rpc = pooled ? allocating(allocator) : null;
  }

  /** A server of which stores want nothing but its buffers. */
  private static RpcServerInterface allocating(ByteBuffAllocator buffers) {
    return (RpcServerInterface)
        Proxy.newProxyInstance(
            RegionServices.class.getClassLoader(),
            new Class<?>[] {RpcServerInterface.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getByteBuffAllocator")) {
                return buffers;
              }
              throw new UnsupportedOperationException(method.toString());
            });
  }

  /** Buffers into which blocks are read, if they are pooled. */
  ByteBuffAllocator allocator() {
    return allocator;
  }

  /** Memstores of the server, 1 for the lower limit of their size. */
  void flushPressure(double pressure) {
    accounting =
        new RegionServerAccounting(getConfiguration()) {
          @Override
          public double getFlushPressure() {
            return pressure;
          }
        };
  }

  @Override
  public RegionServerAccounting getRegionServerAccounting() {
    return accounting;
  }

  @Override
  public RpcServerInterface getRpcServer() {
    return rpc;
  }

  /** Families for which a compaction was asked, in order; {@code *} for all of them. */
  List<String> requestedCompactions() {
    return requested;
  }

  @Override
  public Optional<BlockCache> getBlockCache() {
    return Optional.of(cache);
  }

  @Override
  public ServerName getServerName() {
    return NAME;
  }

  @Override
  public CompactionRequester getCompactionRequestor() {
    return new CompactionRequester() {
      @Override
      public void requestCompaction(
          HRegion region, String why, int priority, CompactionLifeCycleTracker tracker, User user) {
        requested.add("*");
      }

      @Override
      public void requestCompaction(
          HRegion region,
          HStore store,
          String why,
          int priority,
          CompactionLifeCycleTracker tracker,
          User user) {
        requested.add(store.getColumnFamilyName());
      }

      @Override
      public void requestSystemCompaction(
          HRegion region, HStore store, String why, boolean giveUpIfRequestedOrCompacting) {}

      @Override
      public void switchCompaction(boolean onOrOff) {}
    };
  }
}
