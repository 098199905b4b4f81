// Charts, by Chart.js where this program was built with it. They are made when they are scrolled to, and drawn again
// when the theme changes or the page is printed. Beside each stands a table of its numbers.

const HAVE_CHARTS = typeof Chart !== "undefined";
const POINTS = ["circle", "rect", "triangle", "rectRot", "star", "crossRot", "cross", "rectRounded"];
const charts = new Set(); // of {canvas, make, chart}

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const COLOURS = 8;
const colourOf = (index) => css(`--run-${index % COLOURS}`);
const pointOf = (index) => POINTS[index % POINTS.length];

// From the ninth run on colours come again, striped.
function fillOf(index) {
    const colour = colourOf(index);

    if (index < COLOURS)
        return colour;
    const tile = el("canvas", {width: 6, height: 6}), pen = tile.getContext("2d");

    pen.fillStyle = colour;
    pen.fillRect(0, 0, 6, 6);
    pen.strokeStyle = css("--card");
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(0, 6);
    pen.lineTo(6, 0);
    pen.stroke();
    return pen.createPattern(tile, "repeat");
}

function swatch(index) {
    const mark = el("span", {class: `swatch${index >= COLOURS ? " striped" : ""}`, "aria-hidden": "true"});

    mark.style.setProperty("--colour", `var(--run-${index % COLOURS})`);
    return mark;
}

function drawInterval(pen, from, to, y) {
    pen.beginPath();
    pen.moveTo(from, y);
    pen.lineTo(to, y);
    for (const x of [from, to]) {
        pen.moveTo(x, y - 3);
        pen.lineTo(x, y + 3);
    }
    pen.stroke();
}

// Words on a ground of their own, so that lines behind them do not strike them through.
function drawWords(pen, words, x, y) {
    const width = pen.measureText(words).width, ink = pen.fillStyle;

    pen.fillStyle = css("--card");
    pen.globalAlpha = 0.85;
    pen.fillRect(x - 2, y - 6, width + 4, 12);
    pen.globalAlpha = 1;
    pen.fillStyle = ink;
    pen.textAlign = "left";
    pen.fillText(words, x, y);
}

// Intervals over the bars, and each bar's number behind it.
const intervalPlugin = {
    id: "intervals",
    afterDatasetsDraw(chart) {
        const pen = chart.ctx, scale = chart.scales.x;

        pen.save();
        pen.font = `11px ${css("--font")}`;
        pen.textBaseline = "middle";
        chart.data.datasets.forEach((set, i) => {
            if (!set.intervals || !chart.isDatasetVisible(i))
                return;
            chart.getDatasetMeta(i).data.forEach((bar, j) => {
                const ends = set.intervals[j];

                if (!set.words[j])
                    return;
                pen.strokeStyle = css("--ink");
                pen.lineWidth = 1;
                if (ends)
                    drawInterval(pen, scale.getPixelForValue(ends[0]), scale.getPixelForValue(ends[1]), bar.y);
                pen.fillStyle = css("--soft");
                const right = Math.max(bar.x, bar.base, ends ? scale.getPixelForValue(ends[1]) : 0);
                drawWords(
                    pen, set.words[j], Math.min(right + 5, chart.width - pen.measureText(set.words[j]).width - 2),
                    bar.y);
            });
        });
        pen.restore();
    },
};

// Straight lines across the chart: {at} or {from: [x, y], to: [x, y]}, with a colour, a dash and words.
const linePlugin = {
    id: "lines",
    beforeDatasetsDraw(chart) {
        const pen = chart.ctx, area = chart.chartArea, {x, y} = chart.scales;

        let last = -Infinity; // where the last words ended
        const nothing = chart.config.options.nothing;

        chart.lineWords = []; // drawn over the points, by the names' plugin
        pen.save();
        pen.font = `11px ${css("--font")}`;
        for (const line of (chart.config.options.ownLines || []).slice().sort((a, b) => a.at - b.at)) {
            const from = line.from ? [x.getPixelForValue(line.from[0]), y.getPixelForValue(line.from[1])]
                                   : [x.getPixelForValue(line.at), area.top];
            const to =
                line.to ? [x.getPixelForValue(line.to[0]), y.getPixelForValue(line.to[1])] : [from[0], area.bottom];

            pen.strokeStyle = line.colour;
            pen.lineWidth = 2;
            pen.setLineDash(line.dash || [6, 4]);
            pen.beginPath();
            pen.moveTo(...from);
            pen.lineTo(...to);
            pen.stroke();
            pen.fillStyle = css("--soft");
            pen.textBaseline = "middle";
            if (line.words && line.place) {
                const width = pen.measureText(line.words).width, [left, middle] = line.place(from, to, width);

                chart.lineWords.push({words: line.words, left, middle, box: wordsBox(left, middle, width)});
            }
            else if (line.words && from[0] > last) {
                pen.textAlign = "center";
                pen.fillText(line.words, from[0], area.top - 7);
                last = from[0] + pen.measureText(line.words).width + 4;
            }
        }
        if (nothing) {
            pen.fillStyle = css("--soft");
            pen.textAlign = "center";
            pen.fillText(nothing, (area.left + area.right) / 2, (area.top + area.bottom) / 2);
        }
        pen.restore();
    },
};

const wordsBox = (left, middle, width) => [left - 2, middle - 7, left + width + 2, middle + 7];

// The names of points that stand clear of the others and of the lines' words, which come last so that no point covers
// them.
const namePlugin = {
    id: "names",
    afterDatasetsDraw(chart) {
        const pen = chart.ctx, lineWords = chart.lineWords || [], taken = lineWords.map(({box}) => box);

        pen.save();
        pen.font = `11px ${css("--font")}`;
        pen.textBaseline = "middle";
        pen.fillStyle = css("--ink");
        chart.data.datasets.forEach(
            (set, i) => chart.isDatasetVisible(i) && chart.getDatasetMeta(i).data.forEach((point, j) => {
                const words = set.data[j] && set.data[j].words;

                if (!words)
                    return;
                const width = pen.measureText(words).width,
                      left = point.x + 9 + width > chart.chartArea.right ? point.x - 9 - width : point.x + 9;
                const box = wordsBox(left, point.y, width);

                if (taken.some(
                        (other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]))
                    return;
                taken.push(box);
                drawWords(pen, words, left, point.y);
            }));
        pen.fillStyle = css("--soft");
        for (const {words, left, middle} of lineWords)
            drawWords(pen, words, left, middle);
        chart.wordBoxes = taken;
        pen.restore();
    },
};

function axis(title, more) {
    return Object.assign(
        {
            title: {display: Boolean(title), text: title, color: css("--soft")},
            ticks: {color: css("--soft")},
            grid: {color: css("--grid")},
            border: {color: css("--grid")}
        },
        more);
}

// What all charts share.
function chartOptions(more) {
    return Object.assign(
        {animation: false, responsive: true, maintainAspectRatio: false, font: {family: css("--font")}}, more);
}

const pointLegend = () => ({labels: {color: css("--ink"), usePointStyle: true, boxHeight: 7}});

// Axes that double: values are given as logarithms, ticks say what they stand for.
const doubling = (title, more) => axis(
    title,
    Object.assign(
        {
            type: "linear",
            ticks: {color: css("--soft"), stepSize: 1, callback: (v) => (Number.isInteger(v) ? times(2 ** v) : "")}
        },
        more));

function makeNow(entry) {
    if (entry.chart)
        entry.chart.destroy();
    const config = entry.make();

    config.plugins = [intervalPlugin, linePlugin, namePlugin];
    entry.chart = new Chart(entry.canvas, config);
}

const watcher = HAVE_CHARTS && "IntersectionObserver" in window ? new IntersectionObserver((seen) => {
    for (const {target, isIntersecting} of seen)
        if (isIntersecting) {
            watcher.unobserve(target);
            makeNow(target.entry);
        }
}, {rootMargin: "400px"}) : null;

function redrawCharts() {
    for (const entry of charts)
        if (entry.chart)
            makeNow(entry);
}

function makeAllCharts() {
    for (const entry of charts)
        if (!entry.chart)
            makeNow(entry);
}

// A chart of `make`'s configuration, `height` pixels high, and its numbers as `table` makes them.
function chartBox(label, height, make, table) {
    const numbers = el("details", {class: "numbers"}, el("summary", null, "Numbers"));
    const fill = () => numbers.childElementCount === 1 && numbers.append(table());

    numbers.addEventListener("toggle", () => numbers.open && fill());
    if (!HAVE_CHARTS) {
        numbers.open = true;
        fill();
        return el("div", null, numbers);
    }
    const canvas = el("canvas", {role: "img", "aria-label": label});
    const box = el("div", {class: "chart"}, canvas);

    canvas.entry = {canvas, make, chart: null};
    canvas.remake = () => canvas.entry.chart && makeNow(canvas.entry);
    box.style.height = `${height}px`;
    charts.add(canvas.entry);
    if (watcher)
        watcher.observe(canvas);
    else
        setTimeout(() => makeNow(canvas.entry));
    return el("div", null, box, numbers);
}
