"""The stateless part of Discord's API: JSON, errors, and checks of commands and components."""
