"""What every other package stands on: errors, paths, durable files, clock, ids, logging."""
