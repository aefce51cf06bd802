package footfall.ask;

import footfall.alert.Alert;
import footfall.pattern.Sample;
import footfall.pattern.Subject;
import footfall.session.SessionSummary;
import footfall.turn.Turn;
import footfall.view.Instances.PartialShard;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard.SamplePart;
import footfall.view.Shard.Slice;
import footfall.view.Shard.Tallied;
import footfall.view.Shard.ToolPart;
import footfall.view.Share;
import footfall.view.StoreKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A shard that counts each partition that it answers by a bit of its own, or does not answer. */
final class FakeShard implements PartialShard {
    private final String instance;
    private final Share share;
    private final Map<String, Behaviour> behaviours;
    private final List<String> asked;
    private Report report = Report.COMPLETE;

    FakeShard(String instance, Share share, Map<String, Behaviour> behaviours, List<String> asked) {
        this.instance = instance;
        this.share = share;
        this.behaviours = behaviours;
        this.asked = asked;
        if (behaviours.get(instance) == Behaviour.STANDBY) {
            report = new Report(Share.NONE, share, null);
        }
    }

    enum Behaviour {
        ANSWERS,
        REFUSES,
        SILENT,
        MOVED,
        STANDBY,
        BROKEN
    }

    @Override
    public Report report() {
        return report;
    }

    private int bits(StoreKind store) {
        asked.add(instance + share.of(store));
        switch (behaviours.getOrDefault(instance, Behaviour.ANSWERS)) {
            case ANSWERS, STANDBY -> {}
            case REFUSES -> throw new Peers.PeerFailed("no connection to it");
            case MOVED -> {
                report = new Report(share, Share.NONE, null);
                return 0;
            }
            case BROKEN -> throw new IllegalStateException("a bug");
            case SILENT -> awaitInterrupt();
        }
        return share.of(store).stream().mapToInt(partition -> 1 << partition).sum();
    }

    private void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException late) {
            asked.add(instance + " is interrupted");
            throw new Peers.PeerFailed(Gathering.LATE);
        }
    }

    @Override
    public List<String> sessionIds(String prefix, int max) {
        throw new UnsupportedOperationException();
    }

    @Override
    public OpenTurns openTurns(Selection selection, int max) {
        return new OpenTurns(List.of(), bits(StoreKind.TRAILS));
    }

    @Override
    public Repeats repeats() {
        return new Repeats(Map.of("of all", (long) bits(StoreKind.TRAILS), "of " + instance, 1L));
    }

    @Override
    public ToolPart tool(String tool, Selection selection, int scanMax) {
        return new ToolPart(Map.of(), Map.of(), bits(StoreKind.LOG), 0, Map.of(), 0, null);
    }

    @Override
    public SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return new SamplePart(Sample.NONE, bits(StoreKind.LOG), null);
    }

    @Override
    public Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return new Tallied(List.of(), bits(selection.isAll() ? StoreKind.TALLIES : StoreKind.LOG), null);
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        asked.add(instance + share.of(StoreKind.LOG) + share.of(StoreKind.TRAILS));
        return Optional.empty();
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        bits(StoreKind.LOG);
        return Optional.empty();
    }

    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        throw new UnsupportedOperationException();
    }
}
