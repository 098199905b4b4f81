// The table of all rows: sorted, filtered, a page at a time. Printed, it is whole.

const PAGE = 100;
const COLUMNS = [
    {
        head: "device",
        of: (row) => row.run.label,
        cell: (row) => el("span", {class: "cut", title: row.run.label}, swatch(row.run.index), row.run.label)
    },
    {head: "kernel.variant", of: (row) => row.name, cell: (row) => el("code", null, row.name)},
    {head: "problem", class: "wraps", of: (row) => [row.raw.type, row.raw.mode, row.shape].filter(Boolean).join(", ")},
    {
        head: "status",
        of: (row) => row.raw.status,
        cell: (row) =>
            el("span", {class: `status ${FAILURES(row.raw.status) ? "bad" : row.raw.status}`}, row.raw.status)
    },
    {head: "median", number: true, of: (row) => (row.raw.time ? row.raw.time.median_ns : null), words: time},
    {
        head: "rate",
        number: true,
        of: (row) => row.raw.rate,
        cell: (row) => (isNumber(row.raw.rate) ? `${number(row.raw.rate)} ${row.raw.unit}` : "–")
    },
    {head: "of roof", number: true, of: (row) => row.raw.share_of_roof, words: percent},
    {
        head: "factor",
        number: true,
        of: (row) => row.raw.factor,
        cell: (row) =>
            (isNumber(row.raw.factor) ? [times(row.raw.factor), el("small", null, ` ${row.raw.versus}`)] : "–")
    },
    {head: "degree", number: true, of: (row) => row.raw.degree, words: (x) => number(x, 3)},
    {head: "note", class: "note", of: (row) => row.note},
];

const CHANGE = {
    head: "change",
    of: (row) => (row.change ? row.change.obstacle !== "none" ? row.change.obstacle : row.change.change : ""),
    cell: (row) =>
        (row.change ? el("span", {title: row.change.reason || null}, changeWords(row.change),
                         changed(row.change) ? ` ${times(row.change.ratio)}` : null)
                                             : "")
};

const table = {
    rows: [],
    shown: [],
    sort: -1,
    down: false,
    page: 0,
    parts: {}
};

function compareRows(a, b) {
    const column = COLUMNS[table.sort], x = column.of(a), y = column.of(b);

    if (column.number) { // what has no number goes last, either way
        if (!isNumber(x) || !isNumber(y))
            return Number(isNumber(y)) - Number(isNumber(x)) || a.place - b.place;
        return (table.down ? y - x : x - y) || a.place - b.place;
    }
    const order = x === y ? 0 : x < y ? -1 : 1;

    return (table.down ? -order : order) || a.place - b.place;
}

function detail(row) {
    const raw = row.raw, t = raw.time;

    return el(
        "tr", {class: "detail"},
        el("td", {colspan: COLUMNS.length + 1}, facts([
               [
                   "Time",
                   t &&
                       `median ${time(t.median_ns)}, 95 % interval ${time(t.low_ns)} to ${time(t.high_ns)}, least ${
                           time(t.least_ns)}; ${plural(t.samples_ns.length, "sample")} of ${
                           plural(t.launches, "launch").replace(/launchs$/, "launches")} by the ${t.clock} clock: ${
                           t.verdict}`
               ],
               [
                   "Check",
                   raw.check && raw.check.oracle &&
                       `${raw.check.oracle}, largest error ${number(raw.check.worst_error_over_bound)} of its bound, ${
                           raw.check.wrong} wrong`
               ],
               [
                   "Predicted",
                   raw.predicted &&
                       `${number(raw.predicted.passes)} passes over ${
                           number(raw.predicted.conflict_free_passes)} without conflict${
                           raw.predicted.worst_place ? `; the worst line is ${raw.predicted.worst_place}, degree ${
                                                           number(raw.predicted.worst_degree)}`
                                                     : ""}`
               ],
               ["Local memory", bytes(raw.local_bytes)],
               ["Build", `${time(raw.build_ns)}, first launch ${time(raw.first_launch_ns)}, source ${raw.source_hash}`],
               ["Note", row.note]
           ]),
           raw.build_log ? el("pre", null, raw.build_log) : null));
}

function toggleDetail(button, line, row) {
    const open = button.getAttribute("aria-expanded") !== "true";

    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "−" : "+";
    if (open)
        line.after(detail(row));
    else
        line.nextSibling.remove();
}

function tableLine(row) {
    const more =
        el("button", {
            type: "button",
            class: "more",
            "aria-expanded": "false",
            "aria-label": `More of ${row.name}, ${row.run.label}`
        },
           "+");
    const line =
        el("tr", null, el("td", null, more),
           COLUMNS.map(
               (column) =>
                   el("td", {class: column.number ? "number" : column.class || null},
                      column.cell        ? column.cell(row)
                          : column.words ? column.words(column.of(row))
                                         : column.of(row))));

    more.addEventListener("click", () => toggleDetail(more, line, row));
    return line;
}

function drawPage(whole) {
    const {body, count, before, after} = table.parts, from = whole ? 0 : table.page * PAGE;
    const shown = table.shown.slice(from, whole ? undefined : from + PAGE);

    body.replaceChildren(...shown.map(tableLine));
    count.textContent = table.shown.length === 0
        ? `none of ${table.rows.length} rows`
        : `rows ${from + 1} to ${from + shown.length} of ${table.shown.length}` +
            (table.shown.length < table.rows.length ? `, ${table.rows.length - table.shown.length} filtered out` : "");
    before.disabled = from === 0;
    after.disabled = from + shown.length >= table.shown.length;
}

function applyFilter() {
    const {form} = table.parts, value = (name) => form.elements[name].value;
    const words = value("words").toLowerCase().split(/\s+/).filter(Boolean);

    table.shown = table.rows.filter(
        (row) => (value("device") === "" || row.run.index === Number(value("device"))) &&
            (value("family") === "" || row.raw.kernel === value("family")) &&
            (value("status") === "" || row.raw.status === value("status")) &&
            words.every((word) => row.hay.includes(word)));
    if (table.sort >= 0)
        table.shown.sort(compareRows);
    table.page = 0;
    drawPage();
}

function sortBy(index) {
    // Up, down, and back to the order in which they ran; numbers begin with the largest.
    const first = Boolean(COLUMNS[index].number);

    if (table.sort !== index) {
        table.sort = index;
        table.down = first;
    } else if (table.down === first) {
        table.down = !first;
    } else {
        table.sort = -1;
    }
    table.parts.heads.forEach((head, i) => {
        const order = i !== table.sort ? "none" : table.down ? "descending" : "ascending";

        head.setAttribute("aria-sort", order);
        head.querySelector(".arrow").textContent = {none: "", ascending: " ▲", descending: " ▼"}[order];
    });
    applyFilter();
}

function choiceOf(name, words, options) {
    return el(
        "label", null, words,
        el("select", {name}, el("option", {value: ""}, "all"),
           options.map(([value, text]) => el("option", {value}, text))));
}

function tableSection(rows, runs) {
    const distinct = (of) => [...new Set(rows.map(of))].sort().map((word) => [word, word]), parts = table.parts;

    if (rows.some((row) => row.change))
        COLUMNS.splice(COLUMNS.length - 1, 0, CHANGE);
    rows.forEach((row, place) => {
        row.place = place;
        row.note = noteOf(row.raw);
        row.hay =
            [
                row.run.label, row.name, row.raw.type, row.raw.mode, row.shape, row.raw.status, row.raw.versus,
                row.note, row.change ? CHANGE.of(row) : null
            ].filter(Boolean)
                .join(" ")
                .toLowerCase();
    });
    table.rows = table.shown = rows;
    parts.form =
        el("form", {class: "controls", role: "search"},
           el("label", null, "Filter ",
              el("input", {type: "search", name: "words", placeholder: "gemm padded noisy", autocomplete: "off"})),
           choiceOf("device", "Device ", runs.map((run) => [run.index, run.label])),
           choiceOf("family", "Family ", distinct((row) => row.raw.kernel)),
           choiceOf("status", "Status ", distinct((row) => row.raw.status)),
           el("button", {type: "reset", class: "quiet"}, "Clear"));
    parts.heads = COLUMNS.map((column, i) => {
        const button = el("button", {type: "button"}, column.head, el("span", {class: "arrow", "aria-hidden": "true"}));

        button.addEventListener("click", () => sortBy(i));
        return el("th", {scope: "col", "aria-sort": "none", class: column.number ? "number" : null}, button);
    });
    parts.body = el("tbody");
    parts.count = el("span", {role: "status", "aria-live": "polite"});
    parts.before = el("button", {type: "button", class: "quiet"}, "Previous");
    parts.after = el("button", {type: "button", class: "quiet"}, "Next");
    parts.form.addEventListener("submit", (event) => event.preventDefault());
    parts.form.addEventListener("input", applyFilter);
    parts.form.addEventListener("reset", () => setTimeout(applyFilter));
    parts.before.addEventListener("click", () => (table.page--, drawPage()));
    parts.after.addEventListener("click", () => (table.page++, drawPage()));
    drawPage();
    return [
        parts.form,
        el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "All rows"},
           el("table", {id: "table"},
              el("caption", null, "All rows of all files. A head sorts; + shows the rest of a row."),
              el("thead", null,
                 el("tr", null, el("th", {scope: "col"}, el("span", {class: "hidden"}, "More")), parts.heads)),
              parts.body)),
        el("p", {class: "pages"}, parts.count, parts.before, parts.after)
    ];
}
