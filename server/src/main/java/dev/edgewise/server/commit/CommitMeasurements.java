package dev.edgewise.server.commit;

/** Where the measurements of committed groups go. */
public interface CommitMeasurements {
  CommitMeasurements NONE =
      new CommitMeasurements() {
        @Override
        public void committed(Tally tally) {}

        @Override
        public void assigned(int tasks) {}
      };

  /** A group was committed. */
  void committed(Tally tally);

  /** Tasks that became ready were given to waiting workers at once. */
  void assigned(int tasks);
}
