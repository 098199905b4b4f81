// What clsmem-probe found of the banks, and pictures of them.

// Time of 4-byte loads whose lanes are so many words apart, over the cheapest.
function stridesOf(profile) {
    const points = (profile.timings.rows || [])
                       .filter(
                           (row) => row.op === "load" && row.bytes === 4 && row.pattern === "stride" && row.a > 0 &&
                               row.a % 4 === 0 && row.a <= 256 && row.time > 0)
                       .map((row) => ({x: row.a / 4, time: row.time}))
                       .sort((a, b) => a.x - b.x);
    const least = Math.min(...points.map((point) => point.time));

    return points.map((point) => ({x: point.x, factor: point.time / least, y: Math.log2(point.time / least)}));
}

const curveSet = (label, index, data, more) => Object.assign(
    {
        label,
        data,
        borderColor: colourOf(index),
        backgroundColor: colourOf(index),
        pointStyle: pointOf(index),
        pointRadius: 4,
        borderWidth: 1.5
    },
    more);

function strideChart(curves) {
    return {
        type: "line",
        data: {
            datasets: curves.map((curve, i) => curveSet(curve.name, i, curve.points, {borderDash: i % 2 ? [5, 3] : []}))
        },
        options: chartOptions({
            scales: {
                x: axis(
                    "lanes so many words apart",
                    {type: "linear", min: 0, max: 66, ticks: {color: css("--soft"), stepSize: 4}}),
                y: doubling("time over the cheapest stride", {suggestedMin: 0, suggestedMax: 1})
            },
            plugins: {
                legend: pointLegend(),
                tooltip: {
                    callbacks: {
                        title: (items) => `${items[0].raw.x} words apart`,
                        label: (item) => `${item.dataset.label}: ${times(item.raw.factor)}`
                    }
                }
            }
        }),
    };
}

// Bytes a cycle by the degree of a conflict, a line for each kind of access.
function degreeFigures(profile) {
    const lines = new Map();

    for (const figure of profile.figures.filter(
             (f) => f.probe === "bandwidth" && f.quantity === "rate" && f.at > 0 && f.value > 0))
        lines.set(
            figure.of,
            (lines.get(figure.of) ||
             []).concat({x: Math.log2(figure.at), y: Math.log2(figure.value), value: figure.value, unit: figure.unit}));
    return [...lines]
        .map(([name, points]) => ({name, points: points.sort((a, b) => a.x - b.x)}))
        .filter((line) => line.points.length > 1);
}

function degreeChart(lines) {
    return {
        type: "line",
        data:
            {datasets: lines.map((line, i) => curveSet(line.name, i, line.points, {borderDash: i % 2 ? [5, 3] : []}))},
        options: chartOptions({
            scales: {
                x: doubling("conflict degree"),
                y: axis("bytes a cycle a compute unit", {
                    type: "linear",
                    ticks: {
                        color: css("--soft"),
                        stepSize: 1,
                        callback: (v) => (Number.isInteger(v) ? number(2 ** v) : "")
                    }
                })
            },
            plugins: {
                legend: pointLegend(),
                tooltip: {
                    callbacks: {
                        title: (items) => `degree ${2 ** items[0].raw.x}`,
                        label: (item) => `${item.dataset.label}: ${number(item.raw.value)} ${item.raw.unit}`
                    }
                }
            }
        }),
    };
}

// Where local memory is cached memory: what a step costs, by its stride in bytes.
const walkFigures = (profile) =>
    profile.figures.filter((f) => f.probe === "cache" && f.quantity === "walk_ns" && f.at > 0 && f.value > 0)
        .map((f) => ({x: Math.log2(f.at), y: f.value, at: f.at}))
        .sort((a, b) => a.x - b.x);

function walkChart(walks) {
    return {
        type: "line",
        data: {datasets: [curveSet("step", 0, walks)]},
        options: chartOptions({
            scales: {
                x: doubling(
                    "bytes apart",
                    {ticks: {color: css("--soft"), stepSize: 1, callback: (v) => (Number.isInteger(v) ? 2 ** v : "")}}),
                y: axis("ns a step", {min: 0})
            },
            plugins: {
                legend: {display: false},
                tooltip: {
                    callbacks: {
                        title: (items) => `${items[0].raw.at} bytes apart`,
                        label: (item) => `${number(item.raw.y)} ns`
                    }
                }
            }
        }),
    };
}

function profileCard(profile, file) {
    const {device, geometry, clock} = profile, lines = degreeFigures(profile), walks = walkFigures(profile);
    const fits = geometry && geometry.best.length ? `explained by ${geometry.best.join(" or ")}` : null;

    return el(
        "article", {class: "card"}, el("h3", null, device.name || "a device without a name"),
        el("p", {class: "fine"},
           [device.driver, file, profile.made.replace("T", " ").replace("Z", " UTC"), profile.quick ? "quick" : null]
               .filter(Boolean)
               .join(" · ")),
        facts([
            [
                "Verdict",
                geometry ? [geometry.reason || geometry.verdict, fits].filter(Boolean).join("; ")
                         : "the banks were not probed"
            ],
            [
                "Clock",
                clock.cycles_per_ns > 0 ? `${number(clock.cycles_per_ns)} GHz${
                                              clock.counter ? ` by ${clock.counter}` : ", as the driver says"}`
                                                            : "no cycles"
            ]
        ]),
        lines.length
            ? chartBox(
                  `Bandwidth of ${device.name} by conflict degree`, 300, () => degreeChart(lines),
                  () => plainTable(
                      "Bytes a cycle by degree", ["access", "degree", "bytes a cycle"],
                      lines.flatMap(
                          (line) => line.points.map((point) => [line.name, 2 ** point.x, number(point.value)]))))
            : null,
        walks.length ? chartBox(
                           `Time of a step through cached memory on ${device.name}`, 260, () => walkChart(walks),
                           () => plainTable(
                               "A step by its stride", ["bytes apart", "ns"],
                               walks.map((walk) => [2 ** walk.x, number(walk.y)])))
                     : null);
}

function stridesSection(data) {
    const curves =
        data.profiles
            .map((profile, i) => ({
                     name: `${profile.device.name} · ${baseName(data.profile_files[i] || `profile ${i + 1}`)}`,
                     points: stridesOf(profile)
                 }))
            .filter((curve) => curve.points.length);

    return [
        curves.length
            ? el("article", {class: "card"}, el("h3", null, "4-byte loads by stride"),
                 chartBox(
                     "Time of 4-byte loads by the stride between lanes", 320, () => strideChart(curves),
                     () => plainTable(
                         "Time over that of the cheapest stride", ["words apart", ...curves.map((curve) => curve.name)],
                         [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.x)))]
                             .sort((a, b) => a - b)
                             .map(
                                 (x) =>
                                     [x,
                                      ...curves.map(
                                          (curve) =>
                                              times((curve.points.find((point) => point.x === x) || {}).factor))]))))
            : el("p", {class: "remark"},
                 "These profiles were written without their timings (clsmem-probe --timings FILE), so there is no " +
                     "curve of strides."),
        el("div", {class: "grid"},
           data.profiles.map((profile, i) => profileCard(profile, data.profile_files[i] || `profile ${i + 1}`)))
    ];
}

// The drawings are files of their own, so that nothing in them reaches the page.
function picture(drawn) {
    return el("figure", {class: "card bank"}, el("figcaption", null, el("strong", null, drawn.layout)), el("img", {
                  alt: `${drawn.layout}: ${drawn.words}, drawn for ${drawn.class}`,
                  loading: "lazy",
                  src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn.svg)}`
              }));
}

function banksSection(pictures) {
    return [...new Set(pictures.map((drawn) => drawn.class))].map(
        (name) =>
            [el("h3", null, el("code", null, name)),
             el("div", {class: "banks"}, pictures.filter((drawn) => drawn.class === name).map(picture))]);
}
