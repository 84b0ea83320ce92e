package dev.edgewise.server.store.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UlidTest {

  @ParameterizedTest
  @CsvSource({
    "01arz3ndektsv4rrffq69g5fav, 01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01563e3a-b5d3-d676-4c61-efb99302bd5b, 01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01563e3ab5d3d6764c61efb99302bd5b, 01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "ffffffffffffffffffffffffffffffff, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    "00000000000000000000000000000000, 00000000000000000000000000"
  })
  void everyFormBecomesTheSameUlid(String text, String ulid) {
    assertThat(Ulid.of(text)).isEqualTo(ulid);
  }
}
