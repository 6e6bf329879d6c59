"""Views written out by hand, to compare with those that follow from declared fields."""
