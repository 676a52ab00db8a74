"""Whether `her` and `his` own what follows them, by the words around them."""
