"""People who play: their hands, their habits, and how well they were understood."""
