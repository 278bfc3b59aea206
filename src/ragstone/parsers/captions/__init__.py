"""Captions of films and recordings: WebVTT and SubRip."""
