"""The GEST tab of the Pairs page: sentences of sixteen stereotypes, said by a man or a woman."""
