package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.faults.Fault.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultProgramTest {
    private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);

    @Test
    void aSeedGivesTheSameProgramAndItsTextGivesItAgain() {
        for (long seed = 0; seed < 200; seed++) {
            var program = FaultProgram.of(seed, ALL);
            assertThat(FaultProgram.of(seed, ALL)).isEqualTo(program);
            assertThat(FaultProgram.parse(program.toString())).isEqualTo(program);
        }
    }

    @Test
    void twoHundredProgramsHaveEveryKindOfFault() {
        var kinds = EnumSet.noneOf(Kind.class);
        LongStream.range(0, 200)
                .forEach(seed -> kinds.addAll(FaultProgram.of(seed, ALL).kinds()));
        assertThat(kinds).isEqualTo(ALL);
    }

    @Test
    void whatAMachineCannotDoChangesNoOtherFault() {
        var withoutClock = EnumSet.complementOf(EnumSet.of(Kind.STEP, Kind.SLEW));
        for (long seed = 0; seed < 200; seed++) {
            var faults = new ArrayList<>(FaultProgram.of(seed, ALL).faults());
            faults.removeIf(fault -> !withoutClock.contains(fault.kind()));
            assertThat(FaultProgram.of(seed, withoutClock).faults()).isEqualTo(faults);
        }
    }

    @Test
    void aFailingProgramIsShrunkToTheFaultsThatItNeeds() throws Exception {
        var kill = new Fault(Kind.KILL, "ship-0", 500);
        var forget = new Fault(Kind.FORGET, "", 3);
        var faults = new ArrayList<>(
                FaultProgram.of(7, EnumSet.of(Kind.WAIT, Kind.APPEND)).faults());
        faults.add(1, kill);
        faults.add(forget);
        var program = new FaultProgram(7, 2, 1, faults);
        var shortest =
                new Shrinking(100, shorter -> shorter.faults().containsAll(List.of(kill, forget))).shrink(program);
        assertThat(shortest.faults()).containsExactly(kill, forget);
    }

    @Test
    void shrinkingEndsAfterItsTriesWithAProgramThatFails() throws Exception {
        var runs = new ArrayList<FaultProgram>();
        var program = FaultProgram.of(3, ALL);
        var shortest = new Shrinking(3, shorter -> {
                    runs.add(shorter);
                    return runs.size() == 2;
                })
                .shrink(program);
        assertThat(runs).hasSize(3);
        assertThat(shortest).isEqualTo(runs.get(1));
    }
}
