// What clsmem-compare says of every run against the first one.

const CHANGES = ["faster", "slower", "same", "not comparable"];
const changed = (cell) => cell.change === "faster" || cell.change === "slower";
const rowKey = (row, shape, run) => [row.kernel, row.variant, row.type, row.mode, shape, run].join("|");
const anyOrder = (shape) => shape.split("x").sort().join("x");

// The rows of the runs learn what became of them. A cell has the shape of its own run; a file may have the extents in
// another order than the comparison, so where no shape fits as it stands, the one with these extents does if it is alone.
function addChanges(comparison, rows) {
    const cells = new Map(), loose = new Map();

    for (const line of comparison.rows)
        line.cells.forEach((cell, run) => {
            if (run === 0 || !cell.row)
                return;
            const other = rowKey(line, anyOrder(cell.row.shape), run);

            cells.set(rowKey(line, cell.row.shape, run), cell);
            loose.set(other, loose.has(other) ? null : cell);
        });
    for (const row of rows) {
        const shape = Object.values(row.raw.shape).join("x") || "-", run = row.run.index;

        row.change = cells.get(rowKey(row.raw, shape, run)) || loose.get(rowKey(row.raw, anyOrder(shape), run)) || null;
    }
}

// How many rows of a run came to each end, and how many of the baseline's are nowhere in it. A row of the baseline that
// the run has at another shape counts there, and not once more as missing here.
function countChanges(lines, run) {
    const counts = Object.fromEntries(CHANGES.map((word) => [word, 0]));

    for (const {cells} of lines)
        if (cells[run].row || (cells[0].row && cells[run].obstacle === "missing"))
            counts[cells[run].change]++;
    return counts;
}

function ratioText(cell) {
    return isNumber(cell.ratio) ? `${times(cell.ratio)} (${number(cell.ratio_low, 3)} to ${number(cell.ratio_high, 3)})`
                                : "–";
}

const changeWords = (cell) =>
    (changed(cell) ? el("span", {class: cell.change}, `${cell.change === "faster" ? "▲" : "▼"} ${cell.change}`)
         : cell.obstacle !== "none" ? cell.obstacle
                                    : cell.change);

function totalsTable(comparison, runs) {
    const heads = ["family", "run", ...CHANGES, "speed, 95 %", "roof share"];
    const line = (name, totals, lines) => runs.slice(1).map((run) => {
        const total = totals[run.index], counts = countChanges(lines, run.index);

        return el(
            "tr", null, el("th", {scope: "row"}, name),
            el("td", null, el("span", {class: "cut", title: run.label}, swatch(run.index), run.label)),
            CHANGES.map((word) => el("td", {class: "number"}, counts[word])),
            el("td", {class: "number"}, ratioText(total)), el("td", {class: "number"}, times(total.share_ratio)));
    });

    return el(
        "div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Totals of the comparison"},
        el("table", {class: "glance"},
           el("caption", null,
              "Rows by what became of them, and geometric means over the baseline's: of speeds, and of shares of " +
              "each device's own roof. In the last line a family counts once."),
           el("thead", null,
              el("tr", null, heads.map((head, i) => el("th", {scope: "col", class: i > 1 ? "number" : null}, head)))),
           el("tbody", null, comparison.families.map((family) => line(
                                        family.kernel, family.totals,
                                        comparison.rows.filter((row) => row.kernel === family.kernel))),
              line("all", comparison.totals, comparison.rows))));
}

// Changed rows, the largest change first: what a reader of a regression looks for.
function changedCells(comparison, runs) {
    const size = ({cell}) => Math.abs(Math.log(cell.ratio));

    return comparison.rows.flatMap((line) => line.cells.map((cell, run) => ({line, cell, run: runs[run]})))
        .filter(({cell, run}) => run.index > 0 && changed(cell) && cell.ratio > 0)
        .map((found) => ({
                 ...found,
                 name: [`${found.line.kernel}.${found.line.variant}`, found.line.mode, found.line.shape]
                           .filter((word) => word && word !== "-")
                           .join(" ")
             }))
        .sort((a, b) => size(b) - size(a));
}

const MOST_CHANGES = 40;

function changesChart(cells) {
    const log = (x) => Math.log2(Math.max(x, 1e-9));
    const ends = cells.flatMap(({cell}) => [log(cell.ratio_low), log(cell.ratio_high)]);

    return {
        type: "bar",
        data: {
            labels: cells.map(({name}) => name),
            datasets: [{
                label: "speed over the baseline's",
                data: cells.map(({cell}) => log(cell.ratio)),
                backgroundColor: cells.map(({run}) => fillOf(run.index)),
                intervals: cells.map(({cell}) => [log(cell.ratio_low), log(cell.ratio_high)]),
                words: cells.map(({cell}) => times(cell.ratio)),
                maxBarThickness: BAR + 3
            }]
        },
        options: chartOptions({
            indexAxis: "y",
            layout: {padding: {right: 52, top: 12}},
            ownLines: [{at: 0, colour: css("--soft"), dash: [], words: "baseline"}],
            scales: {
                x: doubling(
                    "speed over the baseline's (right: faster)",
                    {grace: "8%", suggestedMin: Math.min(0, ...ends), suggestedMax: Math.max(0, ...ends)}),
                y: axis("", {ticks: {color: css("--ink"), autoSkip: false}, grid: {display: false}})
            },
            plugins: {
                legend: {display: false},
                tooltip: {
                    callbacks: {
                        label: (item) =>
                            [`${cells[item.dataIndex].run.label}: ${cells[item.dataIndex].cell.change}`,
                             ratioText(cells[item.dataIndex].cell)]
                    }
                }
            }
        }),
    };
}

// Whether most rows have a ratio, or a gate waits for an answer.
function areComparable(comparison) {
    const totals = comparison.totals.slice(1);
    const sum = (of) => totals.reduce((all, total) => all + of(total), 0);

    return comparison.gate !== null ||
        sum((total) => total.faster + total.slower + total.same) >= sum((total) => total.not_comparable);
}

function gateWords(gate) {
    if (!gate)
        return null;
    return el(
        "p", {class: "remark"},
        el("span", {class: `status ${gate.passed ? "ok" : "bad"}`}, gate.passed ? "gate passed" : "gate failed"),
        ` ${gate.rows_passed} rows passed, ${gate.rows_failed} failed, ${gate.rows_undecided} undecided, ${
            gate.rows_new} new, ${gate.rows_allowed} missing but allowed, ${gate.rows_not_gated} with nothing to gate`,
        isNumber(gate.fail_above) ? `; fails above ${percent(gate.fail_above)}` : "",
        gate.degree ? "; degrees and local bytes must not rise" : "");
}

function failedRows(failures, runs) {
    return failures.length ? plainTable(
                                 "Rows that failed the gate", ["row", "run", "end", "why"],
                                 failures.map(({row, run, end, reason}) => [row, runs[run].label, end, reason]))
                           : null;
}

function comparisonSection(comparison, failures, runs) {
    const cells = changedCells(comparison, runs), shown = cells.slice(0, MOST_CHANGES);

    return [
        el("p", {class: "lead"}, "The baseline is ", swatch(0), runs[0].label,
           ". A row has changed where the whole 95 % interval of its ratio, which knows of noise between runs, " +
           "lies on one side of 1."),
        gateWords(comparison.gate), failedRows(failures, runs), totalsTable(comparison, runs),
        shown.length ? el("article", {class: "card changes"}, el("h3", null, "Changed rows"),
                          cells.length > shown.length ? el("p", {class: "fine"},
                                                           `The largest ${shown.length} changes of ${
                                                               cells.length}; the table of all rows has the others.`)
                                                      : null,
                          legend(runs.slice(1)),
                          chartBox(
                              "Speed of changed rows over the baseline's", 70 + shown.length * (BAR + 9),
                              () => changesChart(shown),
                              () => plainTable(
                                  "Changed rows", ["row", "run", "change", "speed over the baseline's, 95 %"],
                                  cells.map(({name, run, cell}) => [name, run.label, cell.change, ratioText(cell)]))))
                     : el("p", {class: "fine"}, "No row has changed.")
    ];
}
