"""The charts that the Stage alone has, a file each."""
