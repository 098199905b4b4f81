// Banks against time: whether the predicted degree explains what was measured.

// Rows that have a degree on both sides of a comparison within their device.
function pairsOf(rows) {
    const pairs = rows.filter((row) => row.raw.factor > 0 && row.raw.degree > 0 && row.versusDegree > 0);
    const namesakes = new Map();
    const key = (row) => `${row.name}|${row.run.index}`;

    for (const row of pairs)
        namesakes.set(key(row), (namesakes.get(key(row)) || []).concat(row));

    // A variant that a device has more than once is told apart by what differs: type, mode, and the shape's extents.
    const nameOf = (row) => {
        const differing = (of) => new Set(namesakes.get(key(row)).map(of)).size > 1;
        const extents = Object.keys(row.raw.shape).filter((name) => differing(({raw}) => own(raw.shape, name)));

        return [
            row.name, ...["type", "mode"].filter((name) => differing(({raw}) => raw[name])).map((name) => row.raw[name]),
            extents.map((name) => row.raw.shape[name]).join("×")
        ].filter(Boolean)
            .join(" ");
    };

    return pairs
        .map(
            (row) => (
                {row, x: Math.log2(row.raw.degree / row.versusDegree), y: -Math.log2(row.raw.factor), words: nameOf(row)}))
        .sort((a, b) => Math.hypot(b.x, b.y) - Math.hypot(a.x, a.y));
}

function scatterChart(pairs, runs) {
    const range = (ends) =>
        ({min: Math.floor(Math.min(-1, ...ends) - 0.1), max: Math.ceil(Math.max(1, ...ends) + 0.1)});
    const across = range(pairs.map((pair) => pair.x)), up = range(pairs.map((pair) => pair.y));
    const low = Math.max(across.min, up.min), high = Math.min(across.max, up.max); // of the slope

    return {
        type: "scatter",
        data: {
            datasets: runs.map((run) => ({
                                   label: run.label,
                                   data: pairs.filter((pair) => pair.row.run === run),
                                   backgroundColor: `${colourOf(run.index)}c0`,
                                   borderColor: colourOf(run.index),
                                   pointStyle: pointOf(run.index),
                                   radius: 5,
                                   hoverRadius: 7,
                                   borderWidth: 1.5
                               }))
                          .filter((set) => set.data.length)
        },
        options: chartOptions({
            ownLines: [
                {
                    from: [low, low],
                    to: [high, high],
                    colour: css("--soft"),
                    dash: [],
                    words: "banks explain all",
                    place: (from, to, width) =>
                        (high < across.max ? [to[0] + 8, to[1] + 10] : [to[0] - width - 14, to[1] + 14])
                },
                {
                    from: [across.min, 0],
                    to: [across.max, 0],
                    colour: css("--soft"),
                    words: "banks explain nothing",
                    place: (from, to, width) => [to[0] - width - 6, to[1] - 9]
                },
            ],
            scales: {
                x: doubling("predicted degree over that of the variant it is compared with", across),
                y: doubling("measured time over its time", up)
            },
            plugins: {
                legend: pointLegend(),
                tooltip: {
                    callbacks: {
                        label: (item) => {
                            const {row} = item.raw, raw = row.raw;

                            return [
                                `${row.name} against ${raw.versus}, ${row.run.label}`,
                                `degree ${number(raw.degree)} against ${number(row.versusDegree)}`,
                                `time ${times(1 / raw.factor)}`, [raw.mode, row.shape].filter(Boolean).join(", ")
                            ];
                        }
                    }
                }
            },
        }),
    };
}

function scatterSection(rows, runs) {
    const pairs = pairsOf(rows), without = rows.filter((row) => row.raw.factor > 0).length - pairs.length;

    if (!pairs.length)
        return el(
            "p", {class: "remark"},
            "No row has a predicted degree on both sides: the devices have no banks that are known, or their " +
            "kernels were not looked at.");
    return [
        el("p", {class: "lead"},
           "Every point is a variant against the one it is compared with, on its own device. On the slope, bank " +
           "conflicts explain the whole change in time; on the level line, none of it."),
        el("article", {class: "card"},
           chartBox(
               "Measured slowdown against the change of the predicted conflict degree", 460,
               () => scatterChart(pairs, runs),
               () => plainTable(
                   "Degrees and slowdowns", ["row", "device", "against", "degree", "its degree", "slowdown"],
                   pairs.map(
                       ({row, words}) =>
                           [words, row.run.label, row.raw.versus, number(row.raw.degree), number(row.versusDegree),
                            times(1 / row.raw.factor)]))),
           without ? el("p", {class: "fine"},
                        `${plural(without, "more row")} with a baseline ${
                            without === 1 ? "has" : "have"} no predicted degree on both sides.`)
                   : null),
    ];
}
