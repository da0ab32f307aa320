-- Where the bot is a guest at a table, since a person has brought it: the id of the server, 0 in
-- messages between people; null where it is a member, and in direct messages with it.
ALTER TABLE tables ADD COLUMN guest BIGINT;
