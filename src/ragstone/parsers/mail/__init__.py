"""Mail: EML, MBOX, Outlook's MSG; and MHTML, which has the form of a mail."""
