"""The pages of memory: browser, review and overview."""
