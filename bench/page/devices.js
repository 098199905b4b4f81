// A card for each run: who the device is, and what its rows are held against.

const ROOFS = [
    ["read_bytes_per_s", "read", "GB/s"], ["copy_bytes_per_s", "copy", "GB/s"],
    ["f32_operations_per_s", "f32", "GFLOP/s"], ["f64_operations_per_s", "f64", "GFLOP/s"]
];

function statusWords(run) {
    const counts = new Map();

    for (const row of run.raw.rows)
        counts.set(row.status, (counts.get(row.status) || 0) + 1);
    return [...counts].map(
        ([status, count]) => el("span", {class: `status ${FAILURES(status) ? "bad" : status}`}, `${count} ${status}`));
}

function deviceCard(run) {
    const {device, bank_class: banks, clock, roofs, seed} = run.raw, {tool, started, complete} = run.result;
    const unsure = run.raw.rows.filter((row) => row.time && row.time.verdict !== "stable").length;

    return el(
        "article", {class: "card device"}, el("h3", null, swatch(run.index), run.label),
        el("p", {class: "fine"},
           [device.vendor, device.type, `driver ${device.driver || "not named"}`].filter(Boolean).join(" · ")),
        complete ? null : el("p", {class: "remark"}, "This file is not complete: the run ended before its last row."),
        el("div", {class: "roofs"},
           ROOFS.filter(([key]) => isNumber(roofs[key]))
               .map(
                   ([key, name, unit]) =>
                       el("div", null, el("strong", null, number(roofs[key] / 1e9)),
                          el("span", null, `${unit} ${name} roof`)))),
        facts([
            ["Banks", el("span", null, el("code", null, banks.name), ` by ${banks.source}`)],
            [
                "Geometry",
                `${plural(device.compute_units, "compute unit")} at ${
                    number(device.clock_mhz)} MHz, work-groups up to ${device.max_work_group_size}`
            ],
            [
                "Local memory",
                `${bytes(device.local_memory_bytes)} a work-group${
                    device.local_memory_type === "global" ? ", in global memory (cached)" : ""}`
            ],
            ["Global memory", `${bytes(device.global_memory_bytes)}, ${bytes(device.cache_bytes)} of cache`],
            ["OpenCL", `${device.version}; ${device.platform_name}`],
            ["Clock", `${clock.verdict}: ${clock.reason}`],
            [
                "Run",
                `${started.replace("T", " ").replace("Z", " UTC")}, seed ${seed}, ${tool.name} ${tool.version} (${
                    tool.commit})`
            ],
            ["File", run.file],
            ["Rows", el("span", null, statusWords(run), unsure ? ` ${unsure} noisy, suspect or too short` : null)],
        ]),
        run.raw.conclusions.length
            ? el("details", null, el("summary", null, plural(run.raw.conclusions.length, "conclusion")),
                 el("ul", null,
                    run.raw.conclusions.map((said) => el("li", null, el("code", null, said.kernel), `: ${said.text}`))))
            : null);
}
