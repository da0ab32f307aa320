"""What all parts of the records share: the values that they return, and the keys of boards."""
