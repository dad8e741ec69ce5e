"""Text to vectors: the built-in model, Ollama, OpenAI-compatible servers, and the cache."""
