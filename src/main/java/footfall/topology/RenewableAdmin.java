package footfall.topology;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * An admin client that can be replaced while others use it. Kafka's waits before it connects again by the clock: after
 * the clock was set back, a client that lost its broker does not answer until the clock reaches its previous time.
 * Kafka Streams has one admin client, creates it once, and waits for its answers without a limit.
 */
final class RenewableAdmin implements InvocationHandler {
    private final Supplier<Admin> source;
    private volatile Admin current;
    private boolean isClosed;

    RenewableAdmin(Supplier<Admin> source) {
        this.source = source;
        this.current = source.get();
    }

    /** The client for its users. */
    Admin admin() {
        return (Admin) Proxy.newProxyInstance(Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, this);
    }

    /** Thread-safe: what waits for an answer fails, and what is asked from now on is asked with a new client. */
    synchronized void renew() {
        if (!isClosed) {
            var before = current;
            current = source.get();
            before.close(Duration.ZERO);
        }
    }

    @Override
    public Object invoke(Object admin, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            closes();
        }
        try {
            return method.invoke(current, arguments);
        } catch (InvocationTargetException why) {
            throw why.getCause();
        }
    }

    private synchronized void closes() {
        isClosed = true;
    }
}
