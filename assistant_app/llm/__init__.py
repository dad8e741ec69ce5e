"""Chat models: OpenAI-compatible, Ollama, GGUF files; streaming and tool schemas."""
