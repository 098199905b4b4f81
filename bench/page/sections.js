// Devices, banks against time, strides, pictures of the banks.

const ROOFS = [["read_bytes_per_s", "read", "GB/s"], ["copy_bytes_per_s", "copy", "GB/s"], ["f32_operations_per_s", "f32", "GFLOP/s"], ["f64_operations_per_s", "f64", "GFLOP/s"]];

function statusWords(run) {
    const counts = new Map();

    for (const row of run.raw.rows)
        counts.set(row.status, (counts.get(row.status) || 0) + 1);
    return [...counts].map(([status, count]) => el("span", { class: `status ${FAILURES(status) ? "bad" : status}` }, `${count} ${status}`));
}

function deviceCard(run) {
    const { device, bank_class: banks, clock, roofs, seed } = run.raw, { tool, started, complete } = run.result;
    const unsure = run.raw.rows.filter((row) => row.time && row.time.verdict !== "stable").length;

    return el("article", { class: "card device" },
        el("h3", null, swatch(run.index), run.label),
        el("p", { class: "fine" }, [device.vendor, device.type, `driver ${device.driver || "not named"}`].filter(Boolean).join(" · ")),
        complete ? null : el("p", { class: "remark" }, "This file is not complete: the run ended before its last row."),
        el("div", { class: "roofs" }, ROOFS.filter(([key]) => isNumber(roofs[key])).map(([key, name, unit]) =>
            el("div", null, el("strong", null, number(roofs[key] / 1e9)), el("span", null, `${unit} ${name} roof`)))),
        facts([
            ["Banks", el("span", null, el("code", null, banks.name), ` by ${banks.source}`)],
            ["Geometry", `${plural(device.compute_units, "compute unit")} at ${number(device.clock_mhz)} MHz, work-groups up to ${device.max_work_group_size}`],
            ["Local memory", `${bytes(device.local_memory_bytes)} a work-group${device.local_memory_type === "global" ? ", in global memory (cached)" : ""}`],
            ["Global memory", `${bytes(device.global_memory_bytes)}, ${bytes(device.cache_bytes)} of cache`],
            ["OpenCL", `${device.version}; ${device.platform_name}`],
            ["Clock", `${clock.verdict}: ${clock.reason}`],
            ["Run", `${started.replace("T", " ").replace("Z", " UTC")}, seed ${seed}, ${tool.name} ${tool.version} (${tool.commit.slice(0, 12)})`],
            ["File", run.file],
            ["Rows", el("span", null, statusWords(run), unsure ? ` ${unsure} noisy, suspect or too short` : null)],
        ]),
        run.raw.conclusions.length ? el("details", null, el("summary", null, plural(run.raw.conclusions.length, "conclusion")),
            el("ul", null, run.raw.conclusions.map((said) => el("li", null, el("code", null, said.kernel), `: ${said.text}`)))) : null);
}

// Rows that have a degree on both sides of a comparison within their device.
function pairsOf(rows) {
    return rows.filter((row) => row.raw.factor > 0 && row.raw.degree > 0 && row.versusDegree > 0)
        .map((row) => ({ row, x: Math.log2(row.raw.degree / row.versusDegree), y: -Math.log2(row.raw.factor), words: row.name }))
        .sort((a, b) => Math.hypot(b.x, b.y) - Math.hypot(a.x, a.y));
}

function scatterChart(pairs, runs) {
    const range = (ends) => ({ min: Math.floor(Math.min(-1, ...ends) - 0.1), max: Math.ceil(Math.max(1, ...ends) + 0.1) });
    const across = range(pairs.map((pair) => pair.x)), up = range(pairs.map((pair) => pair.y));
    const low = Math.max(across.min, up.min), high = Math.min(across.max, up.max); // of the slope

    return {
        type: "scatter",
        data: { datasets: runs.map((run) => ({ label: run.label, data: pairs.filter((pair) => pair.row.run === run), backgroundColor: `${colourOf(run.index)}c0`,
            borderColor: colourOf(run.index), pointStyle: pointOf(run.index), radius: 5, hoverRadius: 7, borderWidth: 1.5 })).filter((set) => set.data.length) },
        options: chartOptions({
            ownLines: [
                { from: [low, low], to: [high, high], colour: css("--soft"), dash: [], words: "banks explain all", place: (from, to, width) => [to[0] - width - 14, to[1] + 14] },
                { from: [across.min, 0], to: [across.max, 0], colour: css("--soft"), words: "banks explain nothing", place: (from, to, width) => [to[0] - width - 6, to[1] - 9] },
            ],
            scales: { x: doubling("predicted degree over that of the variant it is compared with", across), y: doubling("measured time over its time", up) },
            plugins: { legend: pointLegend(), tooltip: { callbacks: { label: (item) => {
                const { row } = item.raw, raw = row.raw;

                return [`${row.name} against ${raw.versus}, ${row.run.label}`, `degree ${number(raw.degree)} against ${number(row.versusDegree)}`,
                    `time ${times(1 / raw.factor)}`, [raw.mode, row.shape].filter(Boolean).join(", ")];
            } } } },
        }),
    };
}

function scatterSection(rows, runs) {
    const pairs = pairsOf(rows), without = rows.filter((row) => row.raw.factor > 0).length - pairs.length;

    if (!pairs.length)
        return el("p", { class: "remark" }, "No row has a predicted degree on both sides: the devices have no banks that are known, or their kernels were not looked at.");
    return [
        el("p", { class: "lead" }, "Every point is a variant against the one it is compared with, on its own device. On the slope, bank conflicts explain the whole change in time; on the level line, none of it."),
        el("article", { class: "card" }, chartBox("Measured slowdown against the change of the predicted conflict degree", 460, () => scatterChart(pairs, runs),
            () => plainTable("Degrees and slowdowns", ["row", "device", "against", "degree", "its degree", "slowdown"], pairs.map(({ row }) =>
                [row.name, row.run.label, row.raw.versus, number(row.raw.degree), number(row.versusDegree), times(1 / row.raw.factor)]))),
        without ? el("p", { class: "fine" }, `${plural(without, "more row")} with a baseline ${without === 1 ? "has" : "have"} no predicted degree on both sides.`) : null),
    ];
}

// Time of 4-byte loads whose lanes are so many words apart, over the cheapest.
function stridesOf(profile) {
    const points = (profile.timings.rows || []).filter((row) => row.op === "load" && row.bytes === 4 && row.pattern === "stride" && row.a > 0 && row.a % 4 === 0 && row.a <= 256 && row.time > 0)
        .map((row) => ({ x: row.a / 4, time: row.time })).sort((a, b) => a.x - b.x);
    const least = Math.min(...points.map((point) => point.time));

    return points.map((point) => ({ x: point.x, factor: point.time / least, y: Math.log2(point.time / least) }));
}

const curveSet = (label, index, data, more) => Object.assign({ label, data, borderColor: colourOf(index), backgroundColor: colourOf(index), pointStyle: pointOf(index), pointRadius: 4, borderWidth: 1.5 }, more);

function strideChart(curves) {
    return {
        type: "line",
        data: { datasets: curves.map((curve, i) => curveSet(curve.name, i, curve.points, { borderDash: i % 2 ? [5, 3] : [] })) },
        options: chartOptions({ scales: { x: axis("lanes so many words apart", { type: "linear", min: 0, max: 66, ticks: { color: css("--soft"), stepSize: 4 } }), y: doubling("time over the cheapest stride", { suggestedMin: 0, suggestedMax: 1 }) },
            plugins: { legend: pointLegend(), tooltip: { callbacks: { title: (items) => `${items[0].raw.x} words apart`, label: (item) => `${item.dataset.label}: ${times(item.raw.factor)}` } } } }),
    };
}

// Bytes a cycle by the degree of a conflict, a line for each kind of access.
function degreeFigures(profile) {
    const lines = new Map();

    for (const figure of profile.figures.filter((f) => f.probe === "bandwidth" && f.quantity === "rate" && f.at > 0 && f.value > 0))
        lines.set(figure.of, (lines.get(figure.of) || []).concat({ x: Math.log2(figure.at), y: Math.log2(figure.value), value: figure.value, unit: figure.unit }));
    return [...lines].map(([name, points]) => ({ name, points: points.sort((a, b) => a.x - b.x) })).filter((line) => line.points.length > 1);
}

function degreeChart(lines) {
    return {
        type: "line",
        data: { datasets: lines.map((line, i) => curveSet(line.name, i, line.points, { borderDash: i % 2 ? [5, 3] : [] })) },
        options: chartOptions({ scales: { x: doubling("conflict degree"), y: axis("bytes a cycle a compute unit", { type: "linear", ticks: { color: css("--soft"), stepSize: 1, callback: (v) => (Number.isInteger(v) ? number(2 ** v) : "") } }) },
            plugins: { legend: pointLegend(), tooltip: { callbacks: { title: (items) => `degree ${2 ** items[0].raw.x}`, label: (item) => `${item.dataset.label}: ${number(item.raw.value)} ${item.raw.unit}` } } } }),
    };
}

// Where local memory is cached memory: what a step costs, by its stride in bytes.
const walkFigures = (profile) => profile.figures.filter((f) => f.probe === "cache" && f.quantity === "walk_ns" && f.at > 0 && f.value > 0)
    .map((f) => ({ x: Math.log2(f.at), y: f.value, at: f.at })).sort((a, b) => a.x - b.x);

function walkChart(walks) {
    return {
        type: "line",
        data: { datasets: [curveSet("step", 0, walks)] },
        options: chartOptions({ scales: { x: doubling("bytes apart", { ticks: { color: css("--soft"), stepSize: 1, callback: (v) => (Number.isInteger(v) ? 2 ** v : "") } }), y: axis("ns a step", { min: 0 }) },
            plugins: { legend: { display: false }, tooltip: { callbacks: { title: (items) => `${items[0].raw.at} bytes apart`, label: (item) => `${number(item.raw.y)} ns` } } } }),
    };
}

function profileCard(profile, file) {
    const { device, geometry, clock } = profile, lines = degreeFigures(profile), walks = walkFigures(profile);
    const fits = geometry && geometry.best.length ? `explained by ${geometry.best.join(" or ")}` : null;

    return el("article", { class: "card" }, el("h3", null, device.name || "a device without a name"),
        el("p", { class: "fine" }, [device.driver, file, profile.made.replace("T", " ").replace("Z", " UTC"), profile.quick ? "quick" : null].filter(Boolean).join(" · ")),
        facts([["Verdict", geometry ? [geometry.reason || geometry.verdict, fits].filter(Boolean).join("; ") : "the banks were not probed"],
            ["Clock", clock.cycles_per_ns > 0 ? `${number(clock.cycles_per_ns)} GHz${clock.counter ? ` by ${clock.counter}` : ", as the driver says"}` : "no cycles"]]),
        lines.length ? chartBox(`Bandwidth of ${device.name} by conflict degree`, 300, () => degreeChart(lines), () => plainTable("Bytes a cycle by degree", ["access", "degree", "bytes a cycle"],
            lines.flatMap((line) => line.points.map((point) => [line.name, 2 ** point.x, number(point.value)])))) : null,
        walks.length ? chartBox(`Time of a step through cached memory on ${device.name}`, 260, () => walkChart(walks), () => plainTable("A step by its stride", ["bytes apart", "ns"], walks.map((walk) => [2 ** walk.x, number(walk.y)]))) : null);
}

function stridesSection(data) {
    const curves = data.profiles.map((profile, i) => ({ name: `${profile.device.name} · ${baseName(data.profile_files[i] || `profile ${i + 1}`)}`, points: stridesOf(profile) })).filter((curve) => curve.points.length);

    return [curves.length ? el("article", { class: "card" }, el("h3", null, "4-byte loads by stride"),
        chartBox("Time of 4-byte loads by the stride between lanes", 320, () => strideChart(curves), () => plainTable("Time over that of the cheapest stride", ["words apart", ...curves.map((curve) => curve.name)],
            [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.x)))].sort((a, b) => a - b).map((x) => [x, ...curves.map((curve) => times((curve.points.find((point) => point.x === x) || {}).factor))]))))
        : el("p", { class: "remark" }, "These profiles were written without their timings (clsmem-probe --timings FILE), so there is no curve of strides."),
    el("div", { class: "grid" }, data.profiles.map((profile, i) => profileCard(profile, data.profile_files[i] || `profile ${i + 1}`)))];
}

// The drawings are files of their own, so that nothing in them reaches the page.
function picture(drawn) {
    return el("figure", { class: "card bank" }, el("figcaption", null, el("strong", null, drawn.layout)),
        el("img", { alt: `${drawn.layout}: ${drawn.words}, drawn for ${drawn.class}`, loading: "lazy", src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn.svg)}` }));
}

function banksSection(pictures) {
    return [...new Set(pictures.map((drawn) => drawn.class))].map((name) => [el("h3", null, el("code", null, name)),
        el("div", { class: "banks" }, pictures.filter((drawn) => drawn.class === name).map(picture))]);
}
