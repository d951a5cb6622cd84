#!/usr/bin/env python3
"""Makes a repository with a synthetic history, to time `claimlint history` with:

    python3 benches/history.py FOLDER COMMITS DOCUMENTS
    cd FOLDER && time claimlint history -q

Each commit changes one figure of one document. The time must follow the commits, and hardly the documents beside the changed one.
"""
import os
import random
import subprocess
import sys

folder, commits, documents = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(folder)
subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
rnd = random.Random(7)
SYLLABLES = ["ba", "ku", "ri", "to", "ne", "sha", "lo", "mi", "ve", "dor", "gan", "pel"]
state = []
for _ in range(documents):
    name = "".join(rnd.sample(SYLLABLES, 3)).capitalize()
    state.append({"name": name, "latency": rnd.randint(20, 90), "price": rnd.randint(10, 99), "memory": rnd.randint(4, 64), "old": None})


def text(d):
    s = state[d]
    name, latency, price, memory = s["name"], s["latency"], s["price"], s["memory"]
    restated = latency if s["old"] is None else s["old"]
    return f"""# {name}

{name} has a p99 latency of {latency} ms. It costs {price} USD per month and needs {memory} GB of memory.

## Plans

| Product | Price | Memory |
|---|---|---|
| {name} | {price} USD | {memory} GB |
| {name} Pro | {price * 3} USD | {memory * 4} GB |

## How it was measured

The benchmark ran for 30 minutes on 8 machines and sent 12,000 requests per second. Of these 0.2% failed.
The first release needed 250 ms; caching brought that down.

## Summary

{name} has a p99 latency of {restated} ms and costs {price} USD per month.
"""


git = subprocess.Popen(["git", "-C", folder, "fast-import", "--quiet"], stdin=subprocess.PIPE)
second = 1_600_000_000


def commit(changed, number):
    global second
    second += 3 * 3600
    message = f"commit {number}".encode()
    git.stdin.write(f"commit refs/heads/main\ncommitter Ada <ada@example.org> {second} +0000\n".encode())
    git.stdin.write(b"data %d\n%s\n" % (len(message), message))
    for d in changed:
        body = text(d).encode()
        git.stdin.write(f"M 100644 inline docs/doc{d:03}.md\n".encode() + b"data %d\n%s\n" % (len(body), body))


commit(range(documents), 0)
for number in range(1, commits):
    changed = rnd.randrange(documents)
    s, kind = state[changed], rnd.random()
    if kind < 0.3:  # corrected in one place only
        s["old"], s["latency"] = s["latency"], rnd.randint(20, 90)
    elif kind < 0.6:
        s["old"] = None
    elif kind < 0.8:
        s["price"] = rnd.randint(10, 99)
    else:
        s["memory"] = rnd.randint(4, 64)
    commit([changed], number)
git.stdin.close()
git.wait()
with open(os.path.join(folder, "claimlint.toml"), "w") as settings:
    settings.write('paths = ["docs"]\n')
subprocess.run(["git", "-C", folder, "reset", "-q", "--hard"], check=True)
