"""What all sections of a configuration have in common. Knows no file and no key."""

from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator

_SHOWN = 40


class Section(BaseModel):
    """Settings that belong together: a frozen value whose unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _of_text_for_the_system(cls, value: Any) -> Any:
        # Nearly every text is a path or a word of a command in the end, and there the system wants
        # none: refused here, no text can be so that it is first noticed where it is used.
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and "\0" in each:
                raise ValueError(f"expected text without the character NUL, got {each[:_SHOWN]!r}")
        return value
