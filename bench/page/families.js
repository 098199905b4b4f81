// Rates of each family: bars with their intervals, the roof as a line.

// What the bars show, and whether on a logarithmic axis: rates of different devices mostly need one, shares do not.
const view = {what: "rate", logs: {rate: false, share: false, slowdown: false}};
const isLog = () => view.logs[view.what];
const BAR = 13; // pixels

// What a bar shows of a row: its number, ends of its interval, and words; null where there is nothing to show.
function barOf(row) {
    const raw = row.raw;

    if (view.what === "slowdown") {
        if (!isNumber(raw.factor) || raw.factor <= 0)
            return null;
        const spread = raw.time
            ? [raw.time.low_ns, raw.time.high_ns].map((end) => Math.log2(end / raw.time.median_ns / raw.factor))
            : null;

        return {value: -Math.log2(raw.factor), ends: spread, words: times(1 / raw.factor)};
    }
    if (view.what === "share") {
        if (!isNumber(raw.share_of_roof))
            return null;
        const scale = 100 * raw.share_of_roof / raw.rate;

        return {
            value: 100 * raw.share_of_roof,
            ends: row.interval && raw.unit !== "ns" && raw.rate > 0 ? row.interval.map((end) => end * scale) : null,
            words: percent(raw.share_of_roof)
        };
    }
    if (isNumber(raw.rate) && raw.unit)
        return {value: raw.rate, ends: row.interval, words: number(raw.rate)};
    if (!raw.time)
        return null;
    return {
        value: raw.time.median_ns / 1000,
        ends: [raw.time.low_ns / 1000, raw.time.high_ns / 1000],
        words: time(raw.time.median_ns)
    };
}

function axisWords(group) {
    if (view.what === "slowdown")
        return "time over that of the variant it is compared with (left: faster)";
    if (view.what === "share")
        return "% of the device's own roof";
    if (!group.unit)
        return "µs a launch: less is better";
    return group.unit === "ns" ? "ns: less is better" : `${group.unit}: more is better`;
}

// The roof of a run in this chart, in the unit of its rates: what its rows are shares of.
function roofOf(group, run) {
    const row =
        group.rows.find((r) => r.run === run && isNumber(r.raw.rate) && r.raw.share_of_roof > 0 && r.raw.unit !== "ns");

    return row ? row.raw.rate / row.raw.share_of_roof : null;
}

function roofLines(group, runs, most) {
    if (view.what === "share")
        return [{at: 100, colour: css("--soft"), words: "roof"}];
    if (view.what === "slowdown")
        return [{at: 0, colour: css("--soft"), dash: [], words: "baseline"}];
    return runs.map((run) => ({run, at: roofOf(group, run)}))
        .filter(({at}) => isNumber(at) && (isLog() || at < 12 * most))
        .map(({run, at}) => ({at, colour: colourOf(run.index), words: "roof"}));
}

// Ticks at powers of ten; between them too where there are few.
function logTick(value) {
    const digit = value / 10 ** Math.floor(Math.log10(value) + 1e-9);

    return Math.abs(digit - 1) < 1e-6 ? number(value) : "";
}

// `values`: of the bars, and the ends of their intervals.
function valueAxis(group, values, lines) {
    const title = axisWords(group), all = values.concat(lines.map((line) => line.at));

    if (view.what === "slowdown")
        return doubling(title, {grace: "6%", suggestedMin: Math.min(...all), suggestedMax: Math.max(...all)});
    if (isLog()) {
        const positive = all.filter((v) => v > 0);

        return axis(title, {
            type: "logarithmic",
            min: 10 ** Math.floor(Math.log10(Math.min(...positive)) - 0.05),
            suggestedMax: Math.max(...positive) * 1.3,
            ticks: {color: css("--soft"), maxRotation: 0, callback: logTick}
        });
    }
    return axis(title, {
        type: "linear",
        min: 0,
        suggestedMax: 1.02 * Math.max(...all),
        ticks: {color: css("--soft"), callback: (v) => number(v), maxTicksLimit: 7}
    });
}

function barTip(group, runs) {
    return {
        title: (items) => `${group.family}.${group.labels[items[0].dataIndex]}`,
        label: (item) => {
            const run = runs[item.datasetIndex];
            const row = group.byLabel.get(`${run.index}|${group.labels[item.dataIndex]}`), raw = row.raw;

            return [
                `${run.label}: ${barOf(row).words}${view.what === "rate" && group.unit ? ` ${group.unit}` : ""}`,
                raw.time &&
                    `median ${time(raw.time.median_ns)}, 95 % interval ${time(raw.time.low_ns)} to ${
                        time(raw.time.high_ns)}`,
                isNumber(raw.share_of_roof) && `${percent(raw.share_of_roof)} of the roof`,
                isNumber(raw.factor) && `${times(raw.factor)} as fast as ${raw.versus}`, row.shape,
                isNumber(raw.degree) && `predicted degree ${number(raw.degree)}`, noteOf(raw)
            ].filter(Boolean);
        },
    };
}

const NOTHING = {
    share: "nothing here is held against a roof",
    slowdown: "nothing here is compared with another variant",
};

// A slowdown means nothing without what it is against.
function barLabel(group, label) {
    const row = group.rows.find((r) => r.label === label && r.raw.versus !== null);

    return view.what === "slowdown" && row ? `${label} : ${row.raw.versus}` : label;
}

function barChart(group, runs) {
    const bars = runs.map((run) => group.labels.map((label) => {
        const row = group.byLabel.get(`${run.index}|${label}`);

        return row && row.raw.status === "ok" ? barOf(row) : null;
    }));
    const shown = bars.flat().filter(Boolean), values = shown.map((bar) => bar.value);
    const reached = values.concat(shown.flatMap((bar) => bar.ends || []).filter(isNumber)),
          lines = roofLines(group, runs, Math.max(...values));

    return {
        type: "bar",
        data: {
            labels: group.labels.map((label) => barLabel(group, label)),
            datasets: runs.map((run, i) => ({
                                   label: run.label,
                                   data: bars[i].map((bar) => (bar ? bar.value : null)),
                                   intervals: bars[i].map((bar) => bar && bar.ends),
                                   words: bars[i].map((bar) => bar && bar.words),
                                   backgroundColor: fillOf(run.index),
                                   maxBarThickness: BAR + 5,
                                   barPercentage: 0.86,
                                   categoryPercentage: 0.84,
                               }))
        },
        options: chartOptions({
            indexAxis: "y",
            ownLines: lines,
            nothing: values.length ? null : NOTHING[view.what],
            layout: {padding: {right: 52, top: 12}},
            scales: {
                x: valueAxis(group, reached, lines),
                y: axis("", {ticks: {color: css("--ink"), autoSkip: false}, grid: {display: false}})
            },
            plugins: {legend: {display: false}, tooltip: {callbacks: barTip(group, runs)}}
        }),
    };
}

function familyNumbers(group, runs) {
    const name = `${group.family}${group.mode ? `, ${group.mode}` : ""}`;
    const heads = [
        "variant",
        ...runs.flatMap(
            (run) => [group.unit || "time", "of roof", "slowdown", "degree"].map(
                (word) => (runs.length > 1 ? `${word}, ${run.label}` : word)))
    ];

    const cells = (row) => [
        group.unit ? number(row.raw.rate) : time(row.raw.time && row.raw.time.median_ns),
        percent(row.raw.share_of_roof),
        isNumber(row.raw.factor) ? times(1 / row.raw.factor) : "–",
        number(row.raw.degree),
    ];
    const line = (label) => runs.map((run) => group.byLabel.get(`${run.index}|${label}`))
        .flatMap((row) => (row ? cells(row) : ["–", "–", "–", "–"]));

    return plainTable(`${name}: rates and shares of all devices`, heads,
        group.labels.map((label) => [label, ...line(label)]));
}

// Variants that gave no number on any device, with what became of them.
function notRun(group) {
    const lost = new Map();

    for (const row of group.rows.filter((r) => r.raw.status !== "ok" && !group.labels.includes(r.label)))
        lost.set(row.label, row.raw.status);
    return lost.size ? el("p", {class: "fine"},
                          "No numbers: ", [...lost].map(([label, status]) => `${label} (${status})`).join(", "))
                     : null;
}

const runsOf = (group) => [...new Set(group.rows.filter((row) => row.raw.status === "ok").map((row) => row.run))];
const chartHeight = (group) =>
    (group.labels.length ? 64 + group.labels.length * (runsOf(group).length * (BAR + 2) + 6) : 0);

function familyCard(group) {
    const runs = runsOf(group);
    const name = group.mode ? `${group.family} · ${group.mode}` : group.family;
    const head =
        [el("h3", null, name), el("p", {class: "fine"}, [group.type, group.common].filter(Boolean).join(", "))];

    if (!group.labels.length)
        return el("article", {class: "card"}, head, notRun(group));
    return el(
        "article", {class: "card"}, head,
        chartBox(
            `Bars of ${name}; its numbers follow`, chartHeight(group), () => barChart(group, runs),
            () => familyNumbers(group, runs)),
        notRun(group));
}

function legend(runs) {
    return el("p", {class: "legend"}, runs.map((run) => el("span", null, swatch(run.index), run.label)));
}

const redrawFamilies = () => document.querySelectorAll("#rates canvas").forEach((canvas) => canvas.remake());

// Rates of devices that are worlds apart share no linear axis.
function areFarApart(groups) {
    return groups.some((group) => group.labels.some((label) => {
        const rates = group.rows.filter((row) => row.label === label && row.raw.rate > 0).map((row) => row.raw.rate);

        return rates.length > 1 && Math.max(...rates) > 20 * Math.min(...rates);
    }));
}

function viewControls() {
    const choice = (what, words) =>
        el("label", null, el("input", {type: "radio", name: "view", value: what, checked: view.what === what}), words);
    const form =
        el("form", {class: "controls"},
           el("fieldset", null, el("legend", null, "Show"), choice("rate", "rates"),
              choice("share", "share of the device's own roof"),
              choice("slowdown", "slowdown against its own baseline layout")),
           el("label", null, el("input", {type: "checkbox", name: "log", checked: isLog()}), "logarithmic"));

    form.addEventListener("change", (event) => {
        if (event.target.name === "log")
            view.logs[view.what] = event.target.checked;
        else
            view.what = form.elements.view.value;
        form.elements.log.checked = isLog();
        form.elements.log.disabled = view.what === "slowdown";
        redrawFamilies();
    });
    return form;
}

// Cards go where there is more room, so that none leaves a hole beside it.
function twoColumns(groups) {
    const columns = [{cards: [], height: 0}, {cards: [], height: 0}];

    for (const group of groups) {
        const column = columns[0].height <= columns[1].height ? columns[0] : columns[1];

        column.cards.push(familyCard(group));
        column.height += 180 + chartHeight(group);
    }
    return el("div", {class: "columns"}, columns.map((column) => el("div", null, column.cards)));
}

function ratesSection(groups, runs) {
    view.logs.rate = areFarApart(groups);
    return [
        HAVE_CHARTS ? viewControls()
                    : el("p", {class: "remark"},
                         "No charts: Chart.js was not there when this program was built. The numbers stand in tables."),
        legend(runs), twoColumns(groups)
    ];
}
