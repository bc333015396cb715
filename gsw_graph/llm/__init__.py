"""Language models behind an OpenAI-compatible endpoint: tasks, calls, limits and money."""
