"""Reading by a model: what it is shown, what it says, and what that amounts to in our records."""
