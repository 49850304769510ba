package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.sediment.testing.TestRegion;

/** The ground of these tests: a story that goes wrong says where, and an alter takes effect. */
class StoryTest {
  private static Story plain() {
    return Story.in(() -> TestRegion.builder().withoutSediment().family("u", "plain"));
  }

  @Test
  void aStoryIsTheSameAtAllPoints() throws IOException {
    plain()
        .then(r -> r.put(Events.put("r", null, 5, "u:a=1")))
        .then(r -> r.put(Events.put("r", null, 7, "u:a=2", "u:b=3")))
        .then(r -> r.delete(Events.nulls("r", null, 9, "u:b")))
        .ends(r -> assertThat(View.timed(r, "r")).isEqualTo("u:a=2@7"));
  }

  @Test
  void aWrongEndNamesThePlanAndThePoint() {
    Story story = plain().then(r -> r.put(Events.put("r", null, 5, "u:a=1")));
    assertThatThrownBy(() -> story.ends(r -> assertThat(r.files("u")).isEmpty()))
        .hasMessageContaining("IN_MEMORY, flush");
  }

  @Test
  void anAlteredTableKeepsItsData() throws IOException {
    try (TestRegion region = TestRegion.builder().withoutSediment().family("u", "plain").open()) {
      region.put(Events.put("r", null, 5, "u:a=1"));
      region.alter(table -> table.setValue("k", "v"));
      assertThat(region.region().getTableDescriptor().getValue("k")).isEqualTo("v");
      assertThat(View.row(region, "r")).isEqualTo("u:a=1");
    }
  }
}
