package dev.edgewise.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CopyRowsTest {
  private static final UUID ID = UUID.fromString("01a1e37e-bc87-76a9-918f-280800000001");

  private static final TestDatabase database = TestDatabase.open();

  @AfterAll
  static void close() {
    database.close();
  }

  private static String in(Transactions.Work<String> work) {
    return Transactions.retrying(database.database().engine(), work);
  }

  private static String copied(Handle handle, String columns, CopyRows... parts) {
    handle.execute("create temporary table copied (" + columns + ") on commit drop");
    CopyRows.copy(handle, "copy copied from stdin (format binary)", List.of(parts));
    return String.join("\n", handle.select("select copied::text from copied").mapTo(String.class));
  }

  @Test
  void everyKindOfFieldArrivesAsItWasWritten() {
    var rows = new CopyRows();
    rows.row(10);
    rows.add(ID);
    rows.add(-7);
    rows.add(Long.valueOf(1L << 40));
    rows.add(true);
    rows.add("grüße, 世界");
    rows.add("{\"b\": 1.50,\"a\":2}");
    rows.addJsonb("{\"b\": 1.50,\"a\":2}");
    rows.add(Instant.parse("1999-12-31T23:59:59.999999Z"));
    rows.add(new int[] {3, -1});
    rows.add(new int[] {});

    String row =
        in(handle -> {
          handle.execute("set local timezone = 'UTC'");
          return copied(
              handle,
              "a uuid, b integer, c bigint, d boolean, e text, f json, g jsonb, h timestamptz,"
                  + " i integer[], j integer[]",
              rows);
        });

    assertThat(row)
        .isEqualTo(
            "(01a1e37e-bc87-76a9-918f-280800000001,-7,1099511627776,t,\"grüße, 世界\","
                + "\"{\"\"b\"\": 1.50,\"\"a\"\":2}\",\"{\"\"a\"\": 2, \"\"b\"\": 1.50}\","
                + "\"1999-12-31 23:59:59.999999+00\",\"{3,-1}\",{})");
  }

  @Test
  void missingValuesAreNull() {
    var rows = new CopyRows();
    rows.row(4);
    rows.add((String) null);
    rows.addJsonb(null);
    rows.add((Instant) null);
    rows.add((Long) null);

    assertThat(in(handle -> copied(handle, "a text, b jsonb, c timestamptz, d bigint", rows)))
        .isEqualTo("(,,,)");
  }

  @Test
  void partsOfAnySizeFollowEachOther() {
    CopyRows[] parts = new CopyRows[3];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new CopyRows();
      for (int n = 0; n < 5_000; n++) {
        parts[i].row(1);
        parts[i].add("a text that makes a part outgrow its first room " + n);
      }
    }

    assertThat(in(handle -> copied(handle, "a text", parts)).lines())
        .hasSize(15_000)
        .last()
        .isEqualTo("(\"a text that makes a part outgrow its first room 4999\")");
  }

  @Test
  void aRowThatDoesNotFitIsRefusedAndTheConnectionIsGoodAfterwards() {
    var rows = new CopyRows();
    rows.row(1);
    rows.add("not a number");

    assertThatThrownBy(() -> in(handle -> copied(handle, "a integer", rows)))
        .isInstanceOf(CopyRows.CopyException.class)
        .hasMessageContaining("incorrect binary data format");
    assertThat(in(handle -> handle.select("select 'good'").mapTo(String.class).one()))
        .isEqualTo("good");
  }

  @Test
  void rowsThatCannotBeMadeEndTheCopy() {
    Iterable<CopyRows> failing =
        () -> {
          throw new IllegalStateException("no rows");
        };

    assertThatThrownBy(() ->
            in(handle -> {
              handle.execute("create temporary table copied (a integer) on commit drop");
              CopyRows.copy(handle, "copy copied from stdin (format binary)", failing);
              return "";
            }))
        .hasMessage("no rows");
    assertThat(in(handle -> handle.select("select 'good'").mapTo(String.class).one()))
        .isEqualTo("good");
  }
}
