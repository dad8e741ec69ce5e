"""The look: roles, measures, icons and fonts; the only place that knows a colour."""
