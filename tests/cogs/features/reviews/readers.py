"""What a `Server` of the tests has by this feature."""

from cogs.features.reviews.regrets import Regrets

READERS = {"regrets": Regrets}
