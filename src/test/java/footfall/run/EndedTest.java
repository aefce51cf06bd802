package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.report.NoMemory;
import org.junit.jupiter.api.Test;

class EndedTest {
  @Test
  void memoryThatIsUsedUpIsNoBugWhereverItStrikes() {
    var full = new OutOfMemoryError("Java heap space");
    for (var why : new Throwable[]{full, new IllegalStateException("a thread died", full)}) {
      assertThat(Ended.told(why)).isInstanceOf(NoMemory.class).hasMessageContaining("what runs does not fit");
    }
    assertThat(Ended.told(new Error("other"))).isInstanceOf(Crashed.class);
  }
}
