package org.sediment.testing;

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

  private static final class WithoutPermissions extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {}
  }
}
