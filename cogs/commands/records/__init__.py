"""What a server remembers: leaderboards, statistics, history, replays, privacy."""
