"""What is learned from the user's own words: by rules, and by a separate request to the model."""
