"""Sentences in the words of a language: a catalogue each. Knows nothing of what they say."""
