"""Names: when two spellings are one, how a person's name is built, and what an organisation's legal form is."""

from gsw_graph.names.folding import ARTICLES, HONORIFICS, fold, fold_label, is_bare_surname, is_full_name, is_proper

__all__ = ["ARTICLES", "HONORIFICS", "fold", "fold_label", "is_bare_surname", "is_full_name", "is_proper"]
