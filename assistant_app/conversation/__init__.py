"""Messages and their files, the window, the prompt, the turn, learning from turns."""
