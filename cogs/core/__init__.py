"""What all cogs share: the client, responses, messages, the publisher, permissions."""
