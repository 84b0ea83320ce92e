package dev.edgewise.server.config;

import dev.edgewise.server.tls.PemFile;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Parsers of setting texts. Each throws an {@link IllegalArgumentException} that says what the text
 * must be.
 */
final class SettingParsers {

  private static final String SIGNING_PREFIX = "whsec_";
  private static final int SECRETS_KEY_BYTES = 32;
  private static final BigDecimal MILLIS_PER_DAY = BigDecimal.valueOf(86_400_000);

  private SettingParsers() {}

  static Function<String, Integer> whole(int least, int most) {
    return text -> Math.toIntExact(wholeLong(text, least, most));
  }

  static Function<String, Long> wholeLong(long least, long most) {
    return text -> wholeLong(text, least, most);
  }

  static Function<String, Duration> seconds(int least, int most) {
    return text -> Duration.ofSeconds(wholeLong(text, least, most));
  }

  static Function<String, Duration> millis(int least, int most) {
    return text -> Duration.ofMillis(wholeLong(text, least, most));
  }

  /** A number of days, fractions allowed. */
  static Duration days(String text) {
    try {
      BigDecimal days = new BigDecimal(text);
      if (days.signum() > 0 && days.compareTo(BigDecimal.valueOf(36_500)) <= 0) {
        return Duration.ofMillis(Math.max(1, days.multiply(MILLIS_PER_DAY).longValue()));
      }
    } catch (NumberFormatException e) {
      // Falls through to the common refusal.
    }
    throw new IllegalArgumentException("must be a number of days above 0 and up to 36500");
  }

  static Boolean flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "1", "true", "yes", "on" -> true;
      case "0", "false", "no", "off" -> false;
      default -> throw new IllegalArgumentException("must be 1 or 0");
    };
  }

  static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("must be a path", e);
    }
  }

  /** A PEM file with a certificate. */
  static Path certificateFile(String text) {
    Path file = path(text);
    PemFile.certificates(file);
    return file;
  }

  /** A PEM file with a private key. */
  static Path keyFile(String text) {
    Path file = path(text);
    PemFile.privateKey(file);
    return file;
  }

  static List<X509Certificate> certificates(String text) {
    return PemFile.certificates(path(text));
  }

  static URI httpUrl(String text) {
    try {
      URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
          && url.getHost() != null
          && url.getRawQuery() == null
          && url.getRawFragment() == null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Falls through to the common refusal.
    }
    throw new IllegalArgumentException("must be an http or https URL without query or fragment");
  }

  /** A URL, which may have a query, or a file. */
  static JwksLocation jwksLocation(String text) {
    if (!text.startsWith("http://") && !text.startsWith("https://")) {
      return new JwksLocation.File(path(text));
    }
    try {
      URI url = new URI(text);
      if (url.getHost() != null && url.getRawFragment() == null) {
        return new JwksLocation.Url(url);
      }
    } catch (URISyntaxException e) {
      // Falls through to the common refusal.
    }
    throw new IllegalArgumentException("must be a file, or an http or https URL");
  }

  static String word(String text) {
    if (text.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException("must not contain white space");
    }
    return text;
  }

  /** Comma-separated names, lower case. */
  static Set<String> names(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  static List<Secret> signingSecrets(String text) {
    return Arrays.stream(text.split(",", -1)).map(part -> signingSecret(part.strip())).toList();
  }

  static List<Secret> secretsKeys(String text) {
    return Arrays.stream(text.split(",", -1)).map(part -> secretsKey(part.strip())).toList();
  }

  private static Secret secretsKey(String text) {
    try {
      if (Base64.getDecoder().decode(text).length == SECRETS_KEY_BYTES) {
        return new Secret(text);
      }
    } catch (IllegalArgumentException e) {
      // Falls through: the decoder's message would quote a part of the key.
    }
    throw new IllegalArgumentException(
        "must be base64 of 32 bytes, several separated by commas; `openssl rand -base64 32` makes"
            + " one");
  }

  static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
    return text -> {
      for (E constant : EnumSet.allOf(type)) {
        if (constant.name().equalsIgnoreCase(text)) {
          return constant;
        }
      }
      throw new IllegalArgumentException(
          EnumSet.allOf(type).stream()
              .map(constant -> constant.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(", ", "must be one of ", "")));
    };
  }

  private static Secret signingSecret(String text) {
    try {
      if (text.startsWith(SIGNING_PREFIX)
          && Base64.getDecoder().decode(text.substring(SIGNING_PREFIX.length())).length > 0) {
        return new Secret(text);
      }
    } catch (IllegalArgumentException e) {
      // Falls through: the decoder's message would quote a part of the secret.
    }
    throw new IllegalArgumentException("must be whsec_<base64>, several separated by commas");
  }

  private static long wholeLong(String text, long least, long most) {
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the common refusal.
    }
    throw new IllegalArgumentException("must be a whole number from " + least + " to " + most);
  }
}
