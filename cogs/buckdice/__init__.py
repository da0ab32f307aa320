"""Buck Dice on Discord."""
