package dev.edgewise.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceTest {
  private static final UUID ID = UUID.fromString("0198c0de-1234-7abc-9def-fedc00000000");

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 255, 256, 65_535})
  void anIdTellsTheWorkspaceThatItWasMarkedWith(int number) {
    var workspace = new Workspace(number);
    UUID marked = workspace.mark(ID);
    assertThat(Workspace.of(marked)).isEqualTo(workspace);
    assertThat(workspace.owns(new TaskKey(TaskKey.batchIdOf(marked), 42).publicId())).isTrue();
    assertThat(Workspace.DEFAULT.owns(marked)).isFalse();
    assertThat(new Workspace(2).owns(marked)).isFalse();
    assertThat(marked.version()).isEqualTo(8);
    assertThat(marked.variant()).isEqualTo(2);
    assertThat(marked.getMostSignificantBits() >>> 16)
        .as("the time stays in front")
        .isEqualTo(ID.getMostSignificantBits() >>> 16);
  }

  @Test
  void idsOfTheDefaultWorkspaceStayAsTheyAre() {
    assertThat(Workspace.DEFAULT.mark(ID)).isEqualTo(ID);
    assertThat(Workspace.of(ID)).isEqualTo(Workspace.DEFAULT);
  }

  @Test
  void aNumberThatDoesNotFitIntoAnIdIsRefused() {
    assertThatThrownBy(() -> new Workspace(65_536)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Workspace(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
