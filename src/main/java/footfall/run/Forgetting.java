package footfall.run;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.desire.AppliedRemedy;
import footfall.feed.KafkaShippers;
import footfall.redact.Identity;
import footfall.report.UserError;
import footfall.ship.ControlFailed;
import footfall.ship.ForgetClient;
import footfall.shipper.ShipperState;
import footfall.view.Shippers.ShippersUnknown;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Forget;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The command {@code forget}: requests to forget a session, those of a project, or a user. */
public final class Forgetting {
    private final List<Forget> requests;
    private final String project;
    private final ForgetClient client;
    private final Map<String, String> properties;
    private final String prefix;

    private Forgetting(Map<String, String> client, Settings settings, List<Forget> requests, String project) {
        this.requests = List.copyOf(requests);
        this.project = project;
        this.properties = client;
        this.prefix = settings.get(SettingKeys.TOPIC_PREFIX);
        this.client = new ForgetClient(client, prefix, requests);
    }

    /**
     * What was sent and what followed; of a project, {@code requestId} and {@code sessionId} are null. {@code turns},
     * {@code invocations} and {@code sessions} are the numbers of deleted records; null unless all partitions confirmed
     * the request in time. Until the instants at the end, the records before the request remain on the topics that are
     * not compacted, and on {@code exported} unless a relay deletes them. {@code shippers}: of how many of the user's
     * shippers the reports were deleted; null for a session, and if they were not deleted for the reason
     * {@code shippersKept}; {@code remediesKept}: the same of the user's remedies. Nothing was sent if
     * {@code sentAt} is null.
     */
    public record Report(
            String requestId,
            String sessionId,
            String user,
            String project,
            List<Integer> partitions,
            Instant sentAt,
            boolean confirmed,
            Long turns,
            Long invocations,
            Long sessions,
            Instant linesUntil,
            Instant alertsUntil,
            Instant rejectedUntil,
            Instant undeliveredUntil,
            Instant exportedUntil,
            Integer shippers,
            String shippersKept,
            String remediesKept) {}

    public static Forgetting session(Map<String, String> client, Settings settings, String session) {
        return new Forgetting(client, settings, List.of(Forget.session(id(), session)), null);
    }

    public static Forgetting user(Map<String, String> client, Settings settings, String user) {
        return new Forgetting(client, settings, List.of(Forget.user(id(), user)), null);
    }

    /** The sessions that have this project at present. */
    public static Forgetting project(Map<String, String> client, Settings settings, String project) throws UserError {
        var prefix = settings.get(SettingKeys.TOPIC_PREFIX);
        var summaries = Channels.SESSIONS.value().deserializer();
        var topic = Channels.SESSIONS.topic(prefix);
        Predicate<byte[]> isOfProject = value -> {
            var origin = summaries.deserialize(topic, value).origin();
            return origin != null && project.equals(origin.project());
        };
        var requests = answer(() -> ForgetClient.sessions(client, prefix, isOfProject)).stream()
                .map(session -> Forget.session(id(), session))
                .toList();
        return new Forgetting(client, settings, requests, project);
    }

    /** How many requests are to be sent: one for each session of a project. */
    public int requests() {
        return requests.size();
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    /** This machine's user as in the topics. */
    public static String me(Settings settings) throws UserError {
        var shown = settings.redactRules().identity().user();
        var data = settings.get(SettingKeys.DATA_DIR);
        if (shown == Identity.Shown.PSEUDONYM && Files.notExists(LocalIdentity.keyFile(data))) {
            throw new UserError(
                    LocalIdentity.keyFile(data) + " does not exist, so nothing was sent from this data folder; name "
                            + "the folder of your shipper with --set data_dir=DIR, or the user with --user",
                    null);
        }
        var user =
                LocalIdentity.identity(settings.redactRules().identity(), data).user();
        if (user == null) {
            throw new UserError(
                    "identity_user is off, so records have no user; name each session with --session", null);
        }
        return user;
    }

    /** The partitions of the topic {@code lines} that get the request. */
    public List<Integer> partitions() throws UserError {
        return answer(client::partitions);
    }

    /** The records' values. */
    public List<byte[]> values() {
        return requests.stream().map(Forget::bytes).toList();
    }

    /** When {@link #requests} is 0. */
    public Report nothing() {
        return new Report(
                null, null, null, project, List.of(), null, true, 0L, 0L, 0L, null, null, null, null, null, null, null,
                null);
    }

    /** Sends the requests, and waits until they are confirmed; zero: does not wait. */
    public Report send(Duration wait) throws UserError {
        answer(() -> {
            client.send(!wait.isZero());
            return null;
        });
        var sentAt = RealTime.CLOCK.instant();
        var reports = forgetReports();
        var remedies = forgetRemedies();
        var until = sentAt.plus(wait);
        BooleanSupplier isOver = () -> RealTime.CLOCK.instant().isAfter(until);
        var deleted =
                wait.isZero() ? null : answer(() -> client.deleted(isOver)).orElse(null);
        return new Report(
                project == null ? requests.get(0).id() : null,
                project == null ? requests.get(0).key() : null,
                user(),
                project,
                partitions(),
                sentAt,
                deleted != null,
                deleted == null ? null : deleted.turns(),
                deleted == null ? null : deleted.invocations(),
                deleted == null ? null : deleted.sessions(),
                sentAt.plus(Channels.LINES.retention()),
                sentAt.plus(Channels.ALERTS.retention()),
                sentAt.plus(Channels.REJECTED.retention()),
                sentAt.plus(Channels.UNDELIVERED.retention()),
                sentAt.plus(Channels.EXPORTED.retention()),
                reports.deleted(),
                reports.kept(),
                remedies.kept());
    }

    private String user() {
        return project == null ? requests.get(0).user() : null;
    }

    /** What became of what shippers reported of a user: how many records were deleted, or why they were kept. */
    private record Reports(Integer deleted, String kept) {}

    private Reports forgetReports() {
        return forget(
                Channels.SHIPPERS,
                shippers -> shippers.list(RealTime.CLOCK.instant()).stream()
                        .map(one -> one.shipper().id())
                        .filter(id -> user().equals(id.user()))
                        .map(ShipperState.Id::shipperId)
                        .toList());
    }

    private Reports forgetRemedies() {
        return forget(
                Channels.REMEDIES,
                shippers -> shippers.remedies().stream()
                        .filter(one -> user().equals(one.user()))
                        .map(AppliedRemedy::id)
                        .toList());
    }

    /** After the request: who may send it, but may not delete reports, still forgets the rest. */
    private Reports forget(Channel<String, ?> channel, Function<KafkaShippers, List<String>> ofUser) {
        if (user() == null) {
            return new Reports(null, null);
        }
        try (var shippers = new KafkaShippers(properties, prefix)) {
            var keys = ofUser.apply(shippers);
            if (!keys.isEmpty()) {
                client.delete(channel, keys);
            }
            return new Reports(keys.size(), null);
        } catch (ShippersUnknown unknown) {
            return unknown.isWithoutTopic() ? new Reports(0, null) : new Reports(null, unknown.getMessage());
        } catch (ControlFailed why) {
            return new Reports(null, why.getMessage());
        }
    }

    private static <T> T answer(Supplier<T> question) throws UserError {
        try {
            return question.get();
        } catch (ControlFailed why) {
            throw new UserError(why.getMessage(), why);
        }
    }
}
