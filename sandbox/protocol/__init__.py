"""Discord's API without a world: JSON values, errors, and the checks of commands and components."""
