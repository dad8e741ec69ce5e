"""The chat page: transcript, composer and the panel of used memories."""
