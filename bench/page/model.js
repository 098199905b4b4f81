// The data as the page looks at it: runs (a device in a file), rows of all runs, and groups of rows that make a chart.

const EMPTY = {
    results: [],
    files: [],
    profiles: [],
    profile_files: [],
    comparison: null,
    failures: [],
    pictures: []
};

function readData() {
    const data = JSON.parse(document.getElementById("data").textContent);

    for (const name of Object.keys(EMPTY))
        data[name] = data[name] || EMPTY[name];
    return data;
}

// Devices of one name are told apart by their files, and those by numbers.
function nameRuns(runs) {
    for (const naming
             of [(run) => run.device, (run) => `${run.device} · ${baseName(run.file)}`,
                (run) => `${run.device} · ${baseName(run.file)} #${run.index + 1}`]) {
        const seen = new Map();

        for (const run of runs.filter((r) => r.label === undefined))
            seen.set(naming(run), (seen.get(naming(run)) || []).concat(run));
        for (const [label, named] of seen)
            if (named.length === 1)
                named[0].label = label;
    }
}

function makeRuns(data) {
    const runs = [];

    data.results.forEach((result, i) => result.runs.forEach((raw) => runs.push({
        index: runs.length,
        raw,
        result,
        file: data.files[i] || `file ${i + 1}`,
        device: raw.device.name || "a device without a name"
    })));
    nameRuns(runs);
    return runs;
}

const shapeText = (shape) => Object.entries(shape).map(([name, extent]) => `${name} ${extent}`).join(", ");

// The rate over the interval of its time: less time is a higher rate, unless the rate is a time itself.
function interval(row) {
    const t = row.time;

    if (!t || !isNumber(row.rate))
        return null;
    const ends = row.unit === "ns" ? [row.rate * t.low_ns / t.median_ns, row.rate * t.high_ns / t.median_ns]
                                   : [row.rate * t.median_ns / t.high_ns, row.rate * t.median_ns / t.low_ns];
    return ends.every(isNumber) ? ends : null;
}

function makeRows(runs) {
    const rows = [];

    for (const run of runs) {
        const degrees = new Map();

        for (const raw of run.raw.rows) {
            const problem = [raw.type, raw.mode, shapeText(raw.shape)].join("|");
            const key = (variant) => [raw.kernel, variant, problem].join("|");

            degrees.set(key(raw.variant), raw.degree);
            rows.push({
                run,
                raw,
                problem,
                name: `${raw.kernel}.${raw.variant}`,
                shape: shapeText(raw.shape),
                interval: interval(raw),
                versusKey: key(raw.versus),
                degrees
            });
        }
    }
    for (const row of rows) {
        const of = row.raw.versus === null ? undefined : row.degrees.get(row.versusKey);

        row.versusDegree = isNumber(of) ? of : null;
    }
    return rows;
}

// One chart a family, type, mode and unit. In it one label a variant and size; a label names only what differs in a
// run.
function makeGroups(rows) {
    const groups = new Map();

    for (const row of rows) {
        const raw = row.raw;
        const key = [raw.kernel, raw.type, raw.mode, raw.unit].join("|");

        if (!groups.has(key))
            groups.set(key, {family: raw.kernel, type: raw.type, mode: raw.mode, unit: raw.unit, rows: []});
        groups.get(key).rows.push(row);
    }
    for (const group of groups.values()) {
        const extents = new Map(), inRuns = new Map(); // by name, and by name and run

        for (const row of group.rows)
            for (const [name, extent] of Object.entries(row.raw.shape))
                for (const [map, key] of [[extents, name], [inRuns, `${name}|${row.run.index}`]])
                    map.set(key, (map.get(key) || new Set()).add(extent));
        const differing = [...extents.keys()].filter(
            (name) => group.rows.some((row) => (inRuns.get(`${name}|${row.run.index}`) || new Set()).size > 1));

        // What differs between devices alone is no part of a label: rates are there to be compared over sizes.
        group.common = [...extents]
                           .filter(([name]) => !differing.includes(name))
                           .map(([name, set]) => `${name} ${[...set].join(" or ")}`)
                           .join(", ");
        for (const row of group.rows) {
            const parts =
                differing.filter((name) => own(row.raw.shape, name) !== undefined).map((name) => row.raw.shape[name]);

            row.label = parts.length ? `${row.raw.variant} · ${parts.join("×")}` : row.raw.variant;
        }
        group.labels = [...new Set(group.rows.filter((row) => row.raw.status === "ok").map((row) => row.label))];
        group.byLabel = new Map(group.rows.map((row) => [`${row.run.index}|${row.label}`, row]));
    }
    return [...groups.values()];
}

const FAILURES = (status) => status !== "ok" && status !== "skipped";

// What a reader should know of a row before trusting it.
function noteOf(raw) {
    const notes = [raw.reason];

    if (raw.time && raw.time.verdict !== "stable")
        notes.push(raw.time.verdict + (raw.time.reason ? `: ${raw.time.reason}` : ""));
    if (raw.cached)
        notes.push("fits in the cache");
    if (raw.check)
        notes.push(raw.check.note);
    if (raw.known_fault)
        notes.push(`known fault: ${raw.known_fault}`);
    return notes.filter(Boolean).join("; ");
}
