"""Holds what was read of a printed page against the page. Usage: pages.py FOLDER, with pages.json and claims.jsonl."""

import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
findings = json.loads((folder / "pages.json").read_text("utf-8"))["findings"]

conflicts = [f for f in findings if f["rule"] == "value-conflict"]
sides = [(f["primary"]["quote"], [p["quote"] for p in f["related"]]) for f in conflicts]
assert sides == [("420 EUR", ["395"]), ("9个月", ["14个月"])], sides

unread = [Path(f["primary"]["document"]).name for f in findings if f["rule"] == "unreadable-document"]
assert unread == ["picture.pdf"], unread

claims = [json.loads(line) for line in (folder / "claims.jsonl").read_text("utf-8").splitlines()]
spoken = {claim["quote"]: claim for claim in claims if claim["kind"] == "quantity"}
# Nothing of the page's head and foot, which hold a date and "1/2".
assert len(spoken) == 10, sorted(spoken)
pages = {"480 EUR": "page 1", "900": "page 1", "420 EUR": "page 2", "14个月": "page 2", "9个月": "page 2"}
for quote, page in pages.items():
    assert spoken[quote]["heading"].startswith(page), spoken[quote]
    assert spoken[quote]["line"] > 1, spoken[quote]
# Sentences go on over the lines: their subjects and metrics are known.
assert spoken["420 EUR"]["subject"]["name"] == "Fulmar", spoken["420 EUR"]
assert spoken["14个月"]["metric"] == "battery_life", spoken["14个月"]
print("formats: a printed PDF is read by page and line")
