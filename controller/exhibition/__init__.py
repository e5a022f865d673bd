"""Exhibition mode: what an unattended board does from visitor to visitor.

Values and pure functions: time and everything seen come in, the next state and what to do go out.
"""
