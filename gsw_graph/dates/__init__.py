"""Dates in English text: where they stand, and what they mean.

`find_dates` finds phrases, `resolve` turns a phrase into an EDTF value with its first and last possible day,
`bounds` reads those days off an EDTF value. All comes from the words and a given anchor, never from today.
"""

from gsw_graph.dates.days import from_days, to_days
from gsw_graph.dates.edtf import bounds, contains, day_text, overlaps, range_text
from gsw_graph.dates.find import DateSpan, find_dates
from gsw_graph.dates.resolving import edtf_of, resolve

__all__ = [
    "DateSpan",
    "bounds",
    "contains",
    "day_text",
    "edtf_of",
    "find_dates",
    "from_days",
    "overlaps",
    "range_text",
    "resolve",
    "to_days",
]
