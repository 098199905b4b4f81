#!/bin/sh
# Whether every link of our own pages leads somewhere: sh tests/check_pages.sh
set -eu

command -v python3 >/dev/null || {
    echo 'pages: skipped: there is no python3'
    exit 77
}
cd "$(dirname "$0")/.."
python3 - README.md CONTRIBUTING.md host/lint/README.md tests/sarif/README.md tests/oracles/more/README.md <<'PYTHON'
import os
import re
import sys


def anchors(path):
    """The headings of a page, as GitHub makes anchors of them."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```", "", file.read(), flags=re.S | re.M)
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-") for head in heads}


broken = []
for page in sys.argv[1:]:
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```", "", file.read(), flags=re.S | re.M)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.join(os.path.dirname(page), path) if path else page
        if not os.path.exists(target):
            broken.append(page + ": there is no " + link)
        elif anchor and anchor not in anchors(target):
            broken.append(page + ": there is no heading for " + link)
print("\n".join(broken))
sys.exit(bool(broken))
PYTHON
