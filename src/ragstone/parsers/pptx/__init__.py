"""PowerPoint: slides as a reader sees them, with notes, comments, charts and diagrams."""
