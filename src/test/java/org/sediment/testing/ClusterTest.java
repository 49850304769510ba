package org.sediment.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that needs servers: its tests take the {@link SharedCluster}'s {@link MiniCluster}
 * as a parameter. Such classes run in a JVM of their own, because tests of one region set the clock
 * of the whole JVM, by hand, and a cluster in it would follow.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedCluster.class)
@Tag("cluster")
public @interface ClusterTest {}
