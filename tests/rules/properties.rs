//! What holds for every rule at once.
