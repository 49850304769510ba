package org.sediment.cli;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.sediment.client.EventOutcome.Kind;

/** Shows {@link ApplyCounts} to JMX while a command runs. Thread-safe. */
final class ApplyMetrics implements ApplyMXBean, AutoCloseable {
  private static final String NAME = "org.sediment:type=Apply";
  private static final int MOST = 100;

  private final ApplyCounts counts;
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;

  /** Registers the bean; a second command in one JVM gets {@code id=2} in its name, and so on. */
  ApplyMetrics(ApplyCounts counts) {
    this.counts = counts;
    this.name = register();
  }

  private ObjectName register() {
    for (int id = 1; ; id++) {
      try {
        ObjectName free = new ObjectName(id == 1 ? NAME : NAME + ",id=" + id);
        server.registerMBean(this, free);
        return free;
      } catch (InstanceAlreadyExistsException taken) {
        if (id == MOST) {
          throw new IllegalStateException("too many commands in this JVM", taken);
        }
      } catch (JMException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  @Override
  public void close() {
    try {
      server.unregisterMBean(name);
    } catch (JMException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public long getMessages() {
    return counts.figures().messages();
  }

  @Override
  public long getSkipped() {
    return counts.figures().skipped();
  }

  @Override
  public long getUnreadable() {
    return counts.figures().unreadable();
  }

  @Override
  public long getApplied() {
    return counts.figures().of(Kind.APPLIED);
  }

  @Override
  public long getStale() {
    return counts.figures().of(Kind.STALE);
  }

  @Override
  public long getDuplicate() {
    return counts.figures().of(Kind.DUPLICATE);
  }

  @Override
  public long getRejected() {
    return counts.figures().of(Kind.REJECTED);
  }

  @Override
  public long getDeadLetters() {
    return counts.figures().deadLetters();
  }

  @Override
  public long getDeltasStored() {
    return counts.figures().deltasStored();
  }

  @Override
  public long getDeltasReplayed() {
    return counts.figures().deltasReplayed();
  }

  @Override
  public long getDeltasLate() {
    return counts.figures().deltasLate();
  }

  @Override
  public long getDeltasMasked() {
    return counts.figures().deltasMasked();
  }

  @Override
  public long getEventsPerSecond() {
    return counts.figures().rate();
  }

  @Override
  public long getLag() {
    return counts.figures().lag().orElse(-1);
  }

  @Override
  public long getLastCommitMillis() {
    return counts.figures().lastCommit();
  }
}
