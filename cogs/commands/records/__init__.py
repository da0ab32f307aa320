"""`/privacy`: what is kept about a person, its export, and forgetting it."""
