"""Holds reports against parsers that are not ours. Usage: check.py FOLDER, which holds one report of one audit in each format."""

import csv
import json
import re
import sys
from pathlib import Path

from junitparser import JUnitXml

folder = Path(sys.argv[1])
audit = json.loads((folder / "audit.json").read_text("utf-8"))
findings = audit["findings"]
grave = [f for f in findings if f["severity"] != "note"]

suites = JUnitXml.fromfile(str(folder / "audit.xml"))
cases = [case for suite in suites for case in suite]
failed = [case for case in cases if any(type(result).__name__ == "Failure" for result in case.result)]
assert len(failed) == len(grave) == suites.failures, (len(failed), len(grave), suites.failures)
assert len(cases) == suites.tests, (len(cases), suites.tests)

issues = json.loads((folder / "audit.gitlab.json").read_text("utf-8"))
assert len(issues) == len(findings)
assert len({issue["fingerprint"] for issue in issues}) == len(issues), "GitLab drops issues of one fingerprint"
for issue in issues:
    assert {"description", "check_name", "fingerprint", "severity", "location"} <= issue.keys(), issue
    assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}, issue
    assert issue["location"]["lines"]["begin"] >= 1 and not issue["location"]["path"].startswith(("/", "./")), issue

with open(folder / "audit.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
assert [row["fingerprint"] for row in rows] == [f["fingerprint"] for f in findings]

lines = [json.loads(line) for line in (folder / "audit.jsonl").read_text("utf-8").splitlines()]
assert lines == findings

command = re.compile(r"^::(error|warning|notice) title=[^,:]+(,file=[^,:]+(,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?)?)?::\S")
text = (folder / "audit.github").read_text("utf-8").splitlines()
assert all(command.match(line) for line in text[:-1]), [line for line in text[:-1] if not command.match(line)]
counts = {level: sum(line.startswith(f"::{level} title=claimlint ") for line in text) for level in ("error", "warning", "notice")}
for level, severity in (("error", "error"), ("warning", "warning"), ("notice", "note")):
    assert counts[level] == min(10, sum(f["severity"] == severity for f in findings)), (level, counts)

sarif = json.loads((folder / "audit.sarif").read_text("utf-8"))
assert len(sarif["runs"][0]["results"]) == len(findings)
print(f"formats: {len(findings)} findings agree in JSON, JSON Lines, SARIF, JUnit, GitLab, GitHub and CSV")
