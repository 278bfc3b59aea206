"""What a file's container holds, read without the file's parser: the other side of a comparison."""
