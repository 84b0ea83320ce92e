package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which hosts and addresses webhooks may call. */
public final class TargetGuard {

  private static final Set<String> BLOCKED_HOSTS =
      Set.of(
          "localhost",
          "ip6-localhost",
          "ip6-loopback",
          "broadcasthost",
          "metadata",
          "metadata.goog",
          "instance-data",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc");

  private static final Set<String> BLOCKED_SUFFIXES =
      Set.of(
          ".localhost",
          ".localdomain",
          ".local",
          ".internal",
          ".intranet",
          ".corp",
          ".home",
          ".lan",
          ".private",
          ".home.arpa");

  private static final Set<String> LOOPBACK_HOSTS =
      Set.of("localhost", "ip6-localhost", "ip6-loopback");
  private static final String LOOPBACK_SUFFIX = ".localhost";

  /** Names the setting that allows the target. */
  private static final String HINT = "; WEBHOOK_ALLOWED_HOSTS can allow it";

  private final boolean unchecked;
  private final boolean loopbackAllowed;
  private final Set<String> allowedHosts;
  private final Set<String> refusedHosts;
  private final Set<String> refusedSuffixes;
  private final NameService names;

  /** Looks up the addresses of a name. */
  @FunctionalInterface
  public interface NameService {
    List<InetAddress> addresses(String host) throws UnknownHostException;
  }

  /**
   * @param loopbackAllowed whether webhooks may call this machine: with the embedded database and a
   *     loopback bind, everything on it belongs to one person
   */
  public TargetGuard(Settings.Targets settings, boolean loopbackAllowed) {
    this(settings, loopbackAllowed, new SystemNames(SystemNames.USUAL_PATIENCE));
  }

  /** Creates a guard with another name service than the system's. */
  public TargetGuard(Settings.Targets settings, boolean loopbackAllowed, NameService names) {
    this.unchecked = settings.unchecked();
    this.loopbackAllowed = loopbackAllowed;
    this.allowedHosts = plain(settings.allowedHosts());
    this.refusedHosts = plain(settings.blockedHosts());
    this.refusedSuffixes =
        Set.copyOf(
            settings.blockedSuffixes().stream()
                .map(suffix -> suffix.startsWith(".") ? suffix : "." + suffix)
                .map(suffix -> suffix.toLowerCase(Locale.ROOT))
                .toList());
    this.names = names;
  }

  /** Normalises configured hosts to the spelling of {@link Target#host}. */
  private static Set<String> plain(Set<String> hosts) {
    return Set.copyOf(hosts.stream().map(TargetGuard::plain).toList());
  }

  private static String plain(String host) {
    try {
      boolean bare = host.contains(":") && !host.startsWith("[");
      return Target.of("http://" + (bare ? "[" + host + "]" : host)).host();
    } catch (IllegalArgumentException e) {
      return host.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns why webhooks may not call a URL; empty when they may. Names are not looked up, and a
   * URL that contains an expression is checked when it is called.
   */
  public Optional<String> objection(String url) {
    if (url.contains("${")) {
      return Optional.empty();
    }
    try {
      return objection(Target.of(url));
    } catch (IllegalArgumentException e) {
      return Optional.of(reason(e));
    }
  }

  /**
   * Returns the target of a URL that passes the checks of its text.
   *
   * @throws IllegalArgumentException with the reason, when it does not pass
   */
  Target target(String url) {
    Target target = Target.of(url);
    Optional<String> objection = objection(target);
    if (objection.isPresent()) {
      throw new IllegalArgumentException(objection.get());
    }
    return target;
  }

  private Optional<String> objection(Target target) {
    String host = target.host();
    if (unchecked) {
      return Optional.empty();
    }
    if (refusedHosts.contains(host) || refusedSuffixes.stream().anyMatch(host::endsWith)) {
      return Optional.of(host + " is blocked");
    }
    if (allowedHosts.contains(host)) {
      return Optional.empty();
    }
    InetAddress address = target.address();
    if (address != null) {
      return objection(address).map(kind -> host + " is " + kind + HINT);
    }
    boolean loopback = LOOPBACK_HOSTS.contains(host) || host.endsWith(LOOPBACK_SUFFIX);
    if (loopback && loopbackAllowed) {
      return Optional.empty();
    }
    boolean blocked =
        BLOCKED_HOSTS.contains(host) || BLOCKED_SUFFIXES.stream().anyMatch(host::endsWith);
    return blocked ? Optional.of(host + " is a name of the own network" + HINT) : Optional.empty();
  }

  private Optional<String> objection(InetAddress address) {
    if (loopbackAllowed && address.isLoopbackAddress()) {
      return Optional.empty();
    }
    return AddressRange.objection(address);
  }

  /** Looks up a name and returns the addresses that webhooks may call, at least one. */
  List<InetAddress> lookup(String host) throws UnknownHostException {
    List<InetAddress> addresses = vetted(host, names.addresses(host));
    if (addresses.isEmpty()) {
      throw new UnknownHostException(host + " cannot be resolved");
    }
    return addresses;
  }

  /** Returns the addresses of a host that webhooks may call. */
  List<InetAddress> vetted(String host, List<InetAddress> addresses) throws UnknownHostException {
    if (unchecked || allowedHosts.contains(host)) {
      return addresses;
    }
    List<InetAddress> allowed = new ArrayList<>();
    @Nullable String objection = null;
    for (InetAddress address : addresses) {
      Optional<String> kind = objection(address);
      if (kind.isEmpty()) {
        allowed.add(address);
      } else {
        objection = kind.get();
      }
    }
    if (allowed.isEmpty() && objection != null) {
      throw new UnknownHostException(host + " leads to " + objection + HINT);
    }
    return allowed;
  }

  private static String reason(IllegalArgumentException e) {
    return String.valueOf(e.getMessage());
  }
}
