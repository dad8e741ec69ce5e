"""Puts `resources/` into the wheel, where `base.paths.resource` looks for it.

An editable installation gets none of it: it finds the folder of the checkout, and 72 MB of model
weights need not be copied.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ResourcesHook(BuildHookInterface[Any]):
    """Adds the resources to everything but an editable wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds; `version` is `standard` or `editable`."""
        if version != "editable":
            build_data["force_include"]["resources"] = "assistant_app/_resources"
