package org.sediment.testing;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system without permissions: without Hadoop's native library each would start a
 * {@code chmod} process, several milliseconds per file.
 */
public final class QuickLocalFileSystem extends LocalFileSystem {
  /** Called by Hadoop, by name. */
  public QuickLocalFileSystem() {
    super(new WithoutPermissions());
  }

  /** The files themselves, without a checksum beside each: reads need no second file. */
  static FileSystem raw(Configuration conf) throws IOException {
    FileSystem raw = new WithoutPermissions();
    raw.initialize(URI.create("file:///"), conf);
    return raw;
  }

  private static final class WithoutPermissions extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {}
  }
}
