"""Mail: EML, MBOX and Outlook's MSG, with attachments read by their own parsers."""
