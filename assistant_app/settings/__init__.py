"""Typed settings, their file and migrations, secrets in the keyring."""
