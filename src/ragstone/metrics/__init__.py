"""Measures of quality as pure functions, with the field's definitions."""
