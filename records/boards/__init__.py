"""What is read of the records: leaderboards, statistics, history, accuracy. It enters nothing."""
