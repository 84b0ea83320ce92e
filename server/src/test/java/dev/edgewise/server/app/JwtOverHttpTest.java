package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.edgewise.server.StartException;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class JwtOverHttpTest {
  private static final String ISSUER = "https://issuer.example";
  private static RSAKey rsa;
  private static ECKey first;
  private static ECKey second;

  @TempDir private Path folder;
  private final TestDatabase database = TestDatabase.open();

  @BeforeAll
  static void generate() throws JOSEException {
    rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
    first = new ECKeyGenerator(Curve.P_256).keyID("first").generate();
    second = new ECKeyGenerator(Curve.P_256).keyID("second").generate();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static String set(JWK... keys) {
    return new JWKSet(List.of(keys)).toString();
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("jwks.json"), content);
  }

  private Client start(String jwks, String... more) {
    Map<String, String> flags =
        new HashMap<>(
            Map.of(
                "--auth",
                "keys",
                "--auth-jwt-issuer",
                ISSUER,
                "--auth-jwt-audience",
                "edgewise",
                "--auth-jwks",
                jwks));
    for (int i = 0; i < more.length; i += 2) {
      flags.put(more[i], more[i + 1]);
    }
    return Client.start(database, flags);
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience(List.of("other", "edgewise"))
        .subject("alice")
        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
        .claim("scope", "openid read submit")
        .claim("tenant", "default")
        .claim("workspace", "default");
  }

  private static String sign(JWTClaimsSet claims, JWSAlgorithm algorithm, String id, JWSSigner by)
      throws JOSEException {
    var jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(id).build(), claims);
    jwt.sign(by);
    return jwt.serialize();
  }

  private static String by(ECKey key, JWTClaimsSet claims) throws JOSEException {
    return sign(claims, JWSAlgorithm.ES256, key.getKeyID(), new ECDSASigner(key));
  }

  private static Reply get(Client client, String jwt) {
    return client.send("GET", "/v1/session", "", "Authorization", "Bearer " + jwt);
  }

  private static String why(Reply reply) {
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(401);
    return reply.body().get("detail").asString();
  }

  @Test
  void theClaimsSayWhoSendsARequestAndWhatItMayDo() throws Exception {
    try (var client = start(file(set(rsa.toPublicJWK(), first.toPublicJWK())).toString())) {
      Reply session = get(client, by(first, claims().build()));
      assertThat(session.status()).as(session.raw().body()).isEqualTo(200);
      assertThat(session.body().get("actor").asString()).isEqualTo("jwt:alice");
      assertThat(session.body().get("scopes").toString()).isEqualTo("[\"read\",\"submit\"]");
      assertThat(session.body().get("workspace").asString()).isEqualTo("default/default");
      String bySecondKey =
          sign(
              claims().claim("scope", List.of("admin", "unknown")).build(),
              JWSAlgorithm.RS256,
              "rsa",
              new RSASSASigner(rsa));
      assertThat(get(client, bySecondKey).body().get("scopes").toString()).isEqualTo("[\"admin\"]");
      var accessToken =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.ES256)
                  .keyID("first")
                  .type(new JOSEObjectType("at+jwt"))
                  .build(),
              claims().build());
      accessToken.sign(new ECDSASigner(first));
      assertThat(get(client, accessToken.serialize()).status()).isEqualTo(200);
      assertThat(get(client, by(first, claims().claim("scope", null).build())).status())
          .as("no scope at all")
          .isEqualTo(403);
    }
  }

  @Test
  void theNamesOfTheClaimsCanBeSet() throws Exception {
    try (var client =
        start(
            file(set(first.toPublicJWK())).toString(),
            "--auth-jwt-scope-claim",
            "https://edgewise/scopes",
            "--auth-jwt-tenant-claim",
            "org",
            "--auth-jwt-workspace-claim",
            "space")) {
      JWTClaimsSet other =
          claims()
              .claim("https://edgewise/scopes", List.of("operate"))
              .claim("org", "default")
              .claim("space", "default")
              .build();
      assertThat(get(client, by(first, other)).body().get("scopes").toString())
          .isEqualTo("[\"operate\"]");
      assertThat(why(get(client, by(first, claims().build())))).contains("lacks the claim org");
    }
  }

  @Test
  void aJwtThatIsNotForThisServerIsRefused() throws Exception {
    Instant now = Instant.now();
    try (var client = start(file(set(first.toPublicJWK())).toString())) {
      String foreign = "issuer, the audience or the times";
      assertThat(why(get(client, by(first, claims().issuer("https://evil.example").build()))))
          .contains(foreign);
      assertThat(why(get(client, by(first, claims().audience("other").build())))).contains(foreign);
      assertThat(why(get(client, by(first, claims().audience((String) null).build()))))
          .contains(foreign);
      assertThat(why(get(client, by(first, claims().expirationTime(null).build()))))
          .contains(foreign);
      assertThat(
              why(
                  get(
                      client,
                      by(first, claims().notBeforeTime(Date.from(now.plusSeconds(90))).build()))))
          .contains(foreign);
      assertThat(
              why(
                  get(
                      client,
                      by(first, claims().expirationTime(Date.from(now.minusSeconds(60))).build()))))
          .contains("has expired");
      assertThat(why(get(client, by(first, claims().claim("workspace", "green").build()))))
          .contains("the workspace that the JWT names does not exist")
          .doesNotContain("green", "default");
      assertThat(why(get(client, by(first, claims().claim("tenant", "a\0b").build()))))
          .contains("lacks the claim tenant");
      assertThat(why(get(client, by(first, claims().subject("a\nb").build())))).contains("subject");
      assertThat(why(get(client, "hello"))).contains("neither a key nor a JWT");
      assertThat(why(get(client, "a.b.c"))).contains("neither a key nor a JWT");
    }
  }

  @Test
  void onlySignaturesByAKeyOfTheIssuerAreAccepted() throws Exception {
    try (var client = start(file(set(rsa.toPublicJWK(), first.toPublicJWK())).toString())) {
      String unsigned = "no accepted key of the issuer has signed";
      assertThat(why(get(client, new PlainJWT(claims().build()).serialize()))).contains(unsigned);
      byte[] publicKey = rsa.toRSAPublicKey().getEncoded();
      assertThat(
              why(
                  get(
                      client,
                      sign(claims().build(), JWSAlgorithm.HS256, "rsa", new MACSigner(publicKey)))))
          .as("the public key as a shared secret")
          .contains(unsigned);
      assertThat(why(get(client, by(second, claims().build())))).contains(unsigned);
      var imposter = new ECKey.Builder(second).keyID("first").build();
      assertThat(why(get(client, by(imposter, claims().build())))).contains(unsigned);
      String valid = by(first, claims().build());
      assertThat(why(get(client, valid.substring(0, valid.length() - 4) + "AAAA")))
          .contains(unsigned);
    }
  }

  @Test
  void aFileIsReadAgainWhenItsKeysChange() throws Exception {
    Path file = file(set(first.toPublicJWK()));
    try (var client = start(file.toString())) {
      assertThat(get(client, by(first, claims().build())).status()).isEqualTo(200);
      assertThat(get(client, by(second, claims().build())).status()).isEqualTo(401);
      Files.writeString(file, "not a key set");
      assertThat(get(client, by(first, claims().build())).status())
          .as("the last set stays in use")
          .isEqualTo(200);
      Files.writeString(file, set(second.toPublicJWK()));
      assertThat(get(client, by(second, claims().build())).status()).isEqualTo(200);
      assertThat(get(client, by(first, claims().build())).status()).isEqualTo(401);
      Files.delete(file);
      assertThat(get(client, by(second, claims().build())).status()).isEqualTo(200);
    }
  }

  @Test
  void aFileThatIsNotAKeySetEndsTheStart() throws Exception {
    String path = file("{}").toString();
    assertThatThrownBy(() -> start(path))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(path);
    assertThatThrownBy(() -> start(folder.resolve("missing").toString()))
        .isInstanceOf(StartException.class);
  }

  @Test
  void keysFromAUrlAreKeptAndRotatedWithoutARestart() throws Exception {
    try (var issuer =
            Receiver.start().answering(_ -> Receiver.Answer.of(200, set(first.toPublicJWK())));
        var client = start(issuer.url("/keys"))) {
      for (int i = 0; i < 20; i++) {
        assertThat(get(client, by(first, claims().build())).status()).isEqualTo(200);
      }
      assertThat(issuer.calls()).hasSize(1);
      issuer.answering(
          _ -> Receiver.Answer.of(200, set(first.toPublicJWK(), second.toPublicJWK())));
      assertThat(get(client, by(second, claims().build())).status()).isEqualTo(200);
      assertThat(get(client, by(first, claims().build())).status()).isEqualTo(200);
      int before = issuer.calls().size();
      ECKey forged = new ECKey.Builder(second).keyID("forged").build();
      for (int i = 0; i < 5; i++) {
        assertThat(get(client, by(forged, claims().build())).status()).isEqualTo(401);
      }
      assertThat(issuer.calls()).as("unknown keys are not asked for each time").hasSize(before);
      assertThat(get(client, by(second, claims().build())).status()).isEqualTo(200);
    }
  }

  @Test
  void aJwtCannotBeDecidedWithoutTheKeysOfItsIssuer() throws Exception {
    String large = " ".repeat(Limits.JWKS_MAX_BYTES) + set(first.toPublicJWK());
    try (var issuer = Receiver.start().answering(_ -> Receiver.Answer.of(200, large));
        var client = start(issuer.url("/keys"))) {
      Reply reply = get(client, by(first, claims().build()));
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.raw().headers().firstValue("Retry-After")).isPresent();
      assertThat(reply.body().get("type").asString())
          .isEqualTo("urn:edgewise:error:authentication-unavailable");
    }
  }

  @Test
  void aJwtOpensNoSessionAndKeysStillWork() throws Exception {
    try (var client = start(file(set(first.toPublicJWK())).toString())) {
      String jwt = by(first, claims().claim("scope", "admin").build());
      assertThat(client.post("/v1/session", "{\"key\":\"%s\"}".formatted(jwt)).status())
          .isEqualTo(401);
      Reply made =
          client.send(
              "POST",
              "/v1/keys",
              "{\"name\":\"x\",\"scopes\":[\"read\"]}",
              "Authorization",
              "Bearer " + jwt);
      assertThat(made.body().at("/details/created_by").asString()).isEqualTo("jwt:alice");
      assertThat(get(client, made.body().get("key").asString()).status()).isEqualTo(200);
    }
  }
}
