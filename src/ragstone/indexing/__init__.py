"""The write path: plan, parse in the sandbox, chunk, embed, commit."""
