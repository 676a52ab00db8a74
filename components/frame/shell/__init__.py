"""What surrounds every page: the model bar, the pages and jobs in the sidebar, the address."""
