// The best variant of each family on each device: where to begin reading.

// More is better, unless the unit is a time; families without a unit are compared by their time.
function bestOf(group, run) {
    const rows = group.rows.filter(
        (row) => row.run === run && row.raw.status === "ok" && row.raw.time && row.raw.time.verdict !== "suspect" &&
            row.raw.time.verdict !== "too-short");
    const cost = (row) =>
        (group.unit && group.unit !== "ns" && isNumber(row.raw.rate) ? -row.raw.rate : row.raw.time.median_ns);

    return rows.reduce((best, row) => (best === null || cost(row) < cost(best) ? row : best), null);
}

function shareBar(share) {
    const bar = el("span", {class: "bar-of"}, el("span"));

    bar.firstChild.style.width = `${Math.min(100, 100 * share)}%`;
    return [bar, el("span", {class: "share"}, percent(share))];
}

// Rows whose baseline names another layout: how much the banks cost there, at the worst.
function worstLayout(group, run) {
    const rows = group.rows.filter(
        (row) => row.run === run && row.raw.factor > 0 && /pad|swizz/.test(row.raw.variant) &&
            !/pad|swizz/.test(row.raw.versus));

    return rows.reduce((best, row) => (best === null || row.raw.factor > best.raw.factor ? row : best), null);
}

function glanceCells(group, run) {
    const best = bestOf(group, run), cure = worstLayout(group, run);

    if (!best)
        return [el("td", {colspan: 4}, "–")];
    return [
        el("td", null, el("code", null, best.label)),
        el("td", {class: "number"}, best.raw.cached ? el("small", null, "cached ") : null,
           `${number(best.raw.rate)} ${group.unit}`),
        el("td", {class: "number"}, best.raw.share_of_roof > 0 ? shareBar(best.raw.share_of_roof) : "–"),
        el("td", {class: "number"}, cure ? [times(cure.raw.factor), el("small", null, ` ${cure.raw.variant}`)] : "–")
    ];
}

// A line for each device: side by side, three devices would be wider than paper.
function glanceLines(group, runs) {
    const name = group.mode ? `${group.family} · ${group.mode}` : group.family;
    const family = el("th", {scope: "rowgroup", rowspan: runs.length}, name);

    return el(
        "tbody", null,
        runs.map(
            (run, i) =>
                el("tr", null, i === 0 ? family : null,
                   el("td", null, el("span", {class: "cut", title: run.label}, swatch(run.index), run.label)),
                   glanceCells(group, run))));
}

// Families that measure a cost and not a kernel have no best variant.
const isRace = (group) => group.unit !== "" && group.unit !== "ns";

function glanceSection(groups, runs) {
    const races = groups.filter((group) => isRace(group) && group.labels.length);

    if (!races.length)
        return el("p", {class: "remark"}, "No row of a family that has a rate went well.");

    return el(
        "div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The best variant of each family"},
        el("table", {class: "glance"},
           el("thead", null,
              el("tr", null,
                 ["family", "device", "best variant", "rate", "of its roof", "another layout gains"].map(
                     (word, i) => el("th", {scope: "col", class: i > 2 ? "number" : null}, word)))),
           races.map((group) => glanceLines(group, runs))));
}
