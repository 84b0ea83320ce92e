package dev.edgewise.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.Authentication.Result;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.store.access.WorkspaceName;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks JWTs of the configured issuer, and reads from their claims what their holders may do. */
final class JwtCheck {
  private static final Logger log = LoggerFactory.getLogger(JwtCheck.class);

  /** The asymmetric algorithms that Nimbus verifies with the JDK alone. */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private final Settings.Jwt settings;
  private final Function<WorkspaceName, Optional<Workspace>> workspaces;
  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  /**
   * @param workspaces finds a workspace by its name
   */
  JwtCheck(
      Settings.Jwt settings,
      JWKSource<SecurityContext> keys,
      Function<WorkspaceName, Optional<Workspace>> workspaces) {
    this.settings = settings;
    this.workspaces = workspaces;
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
    var claims =
        new DefaultJWTClaimsVerifier<SecurityContext>(
            settings.audience(),
            new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
            Set.of("exp", "sub"));
    claims.setMaxClockSkew(Limits.JWT_CLOCK_SKEW_SECS);
    processor.setJWTClaimsSetVerifier(claims);
  }

  /** Checks a bearer token that is not a key. */
  Result check(String token) {
    try {
      return principal(processor.process(token, null));
    } catch (ParseException e) {
      return invalid("it is neither a key nor a JWT");
    } catch (ExpiredJWTException e) {
      return invalid("the JWT has expired");
    } catch (BadJWTException e) {
      return invalid("the issuer, the audience or the times of the JWT are not accepted");
    } catch (BadJOSEException | RateLimitReachedException e) {
      return invalid("no accepted key of the issuer has signed the JWT");
    } catch (KeySourceException e) {
      log.warn("The keys of AUTH_JWKS cannot be read: {}", String.valueOf(e.getMessage()));
      return new Result.Undecided("The keys of the JWT's issuer cannot be read.");
    } catch (JOSEException e) {
      return invalid("its signature cannot be verified");
    }
  }

  private Result principal(JWTClaimsSet claims) {
    String subject = String.valueOf(claims.getSubject());
    if (subject.length() > Limits.JWT_SUBJECT_MAX_CHARS || !isPlain(subject)) {
      return invalid("the JWT's subject is too long or has control characters");
    }
    String tenant = text(claims, settings.tenantClaim());
    String name = text(claims, settings.workspaceClaim());
    if (tenant == null || name == null) {
      return invalid(
          "the JWT lacks the claim "
              + (tenant == null ? settings.tenantClaim() : settings.workspaceClaim()));
    }
    return workspaces
        .apply(new WorkspaceName(tenant, name))
        .<Result>map(workspace ->
            new Result.Known(new Principal(workspace, "jwt:" + subject, scopes(claims), null)))
        .orElseGet(() -> invalid("the workspace that the JWT names does not exist"));
  }

  private Set<Scope> scopes(JWTClaimsSet claims) {
    Stream<?> given =
        switch (claims.getClaim(settings.scopeClaim())) {
          case String text -> Arrays.stream(text.split(" ", -1));
          case Collection<?> texts -> texts.stream();
          case null, default -> Stream.of();
        };
    List<String> names = given.map(String::valueOf).toList();
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    scopes.removeIf(scope -> !names.contains(scope.wireName()));
    return scopes;
  }

  /** A claim that is a plain text; null when it is missing or something else. */
  private static @Nullable String text(JWTClaimsSet claims, String name) {
    return claims.getClaim(name) instanceof String text && isPlain(text) ? text : null;
  }

  /** Whether PostgreSQL can store a text, and a log can show it. */
  private static boolean isPlain(String text) {
    return text.codePoints()
        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }

  private static Result.Invalid invalid(String why) {
    return new Result.Invalid(FailureReason.JWT, why);
  }
}
