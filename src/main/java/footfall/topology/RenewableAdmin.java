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
    private Admin current;
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
    void renew() {
        Admin before;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            before = current;
            current = source.get();
        }
        before.close(Duration.ZERO); // It waits for its thread, on which answers may lead to further questions.
    }

    @Override
    public Object invoke(Object admin, Method method, Object[] arguments) throws Throwable {
        try {
            return method.getName().equals("close") ? method.invoke(closing(), arguments) : ask(method, arguments);
        } catch (InvocationTargetException why) {
            throw why.getCause();
        }
    }

    private synchronized Admin closing() {
        isClosed = true;
        return current;
    }

    /** A question to a client that has just been replaced would fail like a bug: {@code IllegalStateException}. */
    private synchronized Object ask(Method method, Object[] arguments) throws ReflectiveOperationException {
        return method.invoke(current, arguments);
    }
}
