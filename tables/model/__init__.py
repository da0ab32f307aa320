"""What a table is for those who ask: frozen values, paces, and what can be refused."""
