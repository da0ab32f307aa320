"""What a table is for those who ask: frozen values, time controls, and what can be refused."""
