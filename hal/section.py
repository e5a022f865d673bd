"""What all sections of a configuration have in common. Knows no file and no key."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Settings that belong together: a frozen value whose unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)
