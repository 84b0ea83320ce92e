package dev.edgewise.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's look-up of names, which within {@link #GUARD} finds only addresses that the guard lets
 * pass. Everything else in the process resolves as ever.
 */
public final class TargetResolverProvider extends InetAddressResolverProvider {

  /** Bound while a webhook's HTTP client works. */
  static final ScopedValue<TargetGuard> GUARD = ScopedValue.newInstance();

  /** The system's own look-up. */
  static final TargetGuard.NameService SYSTEM = TargetResolverProvider::system;

  private static final LookupPolicy BOTH_VERSIONS =
      LookupPolicy.of(LookupPolicy.IPV4 | LookupPolicy.IPV6 | LookupPolicy.IPV4_FIRST);
  private static final int LOOKUP_THREADS = 32;
  private static final int PATIENCE_SECS = 10;

  /** The system call blocks its thread, which must not be one that carries virtual threads. */
  private static final ExecutorService LOOKUPS =
      Executors.newFixedThreadPool(
          LOOKUP_THREADS, Thread.ofPlatform().daemon().name("look-up-", 0).factory());

  /** Null until the JDK makes its first look-up; nothing asks before that. */
  private static volatile @Nullable InetAddressResolver builtin;

  /** Called by the JDK. */
  public TargetResolverProvider() {}

  @Override
  public InetAddressResolver get(Configuration configuration) {
    InetAddressResolver resolver = configuration.builtinResolver();
    builtin = resolver;
    return new Guarded(resolver);
  }

  @Override
  public String name() {
    return "edgewise";
  }

  private static List<InetAddress> system(String host) throws UnknownHostException {
    InetAddressResolver resolver = Objects.requireNonNull(builtin);
    Future<List<InetAddress>> found =
        LOOKUPS.submit(() -> resolver.lookupByName(host, BOTH_VERSIONS).toList());
    try {
      return found.get(PATIENCE_SECS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unknown(host, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(host, e);
    } finally {
      found.cancel(true);
    }
  }

  private static UnknownHostException unknown(String host, Exception cause) {
    var unknown = new UnknownHostException(host + " cannot be resolved");
    unknown.initCause(cause);
    return unknown;
  }

  private record Guarded(InetAddressResolver system) implements InetAddressResolver {

    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      return GUARD.isBound() ? GUARD.get().lookup(host) : system.lookupByName(host, policy);
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      return system.lookupByAddress(address);
    }
  }
}
