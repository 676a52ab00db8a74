"""The commands of `review`: candidates ranked, filtered, and exported once people judged them."""
