"""Quality measured on labelled sets."""
