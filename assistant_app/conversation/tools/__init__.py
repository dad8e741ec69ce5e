"""Memory tools for the model: what is offered, how a call is read, run and answered."""
