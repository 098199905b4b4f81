// Puts the page together. Sections come in the order in which a reader asks: who, how fast, why, and all of it.

function section(id, title, content, lead) {
    return {
        id,
        title,
        element:
            el("section", {id, "aria-labelledby": `${id}-title`}, el("h2", {id: `${id}-title`}, title),
               lead ? el("p", {class: "lead"}, lead) : null, content)
    };
}

const LEADS = {
    glance: "The fastest variant of each family, and the most that padding or swizzling its tile gains over the " +
        "plain layout.",
    rates: "Medians with their 95 % intervals; a dashed line is the roof of the device of its colour, measured in " +
        "the same run.",
    banks: "One column of a tile, read by one sub-group: a cell is a word, its number and colour are its bank; " +
        "framed cells are served in the first pass.",
};

// Runs that can be compared row by row are compared first; devices that cannot, by what each of them does best.
function makeSections(data, runs, rows) {
    const groups = makeGroups(rows), sections = [];
    const add = (id, title, content) => sections.push(section(id, title, content, LEADS[id]));
    const first = data.comparison && areComparable(data.comparison);
    const compare = () => add("comparison", "Comparison", comparisonSection(data.comparison, data.failures, runs));

    if (data.comparison)
        addChanges(data.comparison, rows);
    add("devices", "Devices", el("div", {class: "grid"}, runs.map(deviceCard)));
    if (first)
        compare();
    if (rows.length) {
        add("glance", "At a glance", glanceSection(groups, runs));
        add("rates", "Rates", ratesSection(groups, runs));
        add("degree", "Do banks explain the time?", scatterSection(rows, runs));
    }
    if (data.profiles.length)
        add("strides", "Probed banks", stridesSection(data));
    if (data.pictures.length)
        add("banks", "Bank maps", banksSection(data.pictures));
    if (data.comparison && !first)
        compare();
    add("rows", "All rows", tableSection(rows, runs));
    return sections;
}

// A link that makes its file when it is followed.
function download(name, value) {
    const link = el("a", {href: "#", download: name}, name);

    link.addEventListener("click", () => {
        const address =
            URL.createObjectURL(new Blob([JSON.stringify(value, null, 1), "\n"], {type: "application/json"}));

        link.href = address;
        setTimeout(() => URL.revokeObjectURL(address), 60000);
    });
    return el("li", null, link);
}

function downloads(data) {
    const taken = new Set();
    const free = (name) => { // two files of one name come from two folders
        const [, stem, end] = /^(.*?)(\.[^.]*)?$/s.exec(name);
        let distinct = name;

        for (let i = 2; taken.has(distinct.toLowerCase()); i++)
            distinct = `${stem}-${i}${end || ""}`;
        taken.add(distinct.toLowerCase());
        return distinct;
    };
    const named = (values, files, word) =>
        values.map((value, i) => download(free(files[i] || `${word}-${i + 1}.json`), value));

    return [
        el("h2", null, "The raw numbers"),
        el("p", {class: "lead"},
           "Embedded in this page: the compared rows of the result files with their devices, drivers, commands and " +
           "environment, the profiles, and the comparison. Folders are left out: of files the names stay, and of " +
           "the environment what holds no path."),
        el("ul", {class: "links"}, named(data.results, data.files, "results"),
           named(data.profiles, data.profile_files, "profile"),
           data.comparison ? download(free("comparison.json"), data.comparison) : null)
    ];
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const theme = {
    chosen: null,
    printing: false
};

// The reader's choice, else the system's; paper is white.
function applyTheme() {
    const now = theme.printing ? "light" : theme.chosen || (systemDark.matches ? "dark" : "light");

    document.documentElement.dataset.theme = now;
    document.getElementById("theme").textContent = now === "dark" ? "Light theme" : "Dark theme";
    redrawCharts();
}

function watchTheme() {
    document.getElementById("theme").addEventListener("click", () => {
        theme.chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
        applyTheme();
    });
    systemDark.addEventListener("change", applyTheme);
    applyTheme();
}

// Paper shows nothing that has to be scrolled to or opened.
function watchPrinting() {
    window.addEventListener("beforeprint", () => {
        theme.printing = true;
        makeAllCharts();
        applyTheme();
        drawPage(true);
    });
    window.addEventListener("afterprint", () => {
        theme.printing = false;
        applyTheme();
        drawPage();
    });
}

function main() {
    const data = readData(), runs = makeRuns(data), rows = makeRows(runs), sections = makeSections(data, runs, rows);

    document.getElementById("summary").textContent =
        `${plural(rows.length, "row")} of ${plural(runs.length, "run")} in ${plural(data.results.length, "file")}` +
        (data.profiles.length ? `, ${plural(data.profiles.length, "profile")}` : "");
    document.getElementById("nav").append(...sections.map(({id, title}) => el("a", {href: `#${id}`}, title)));
    document.getElementById("main").append(...sections.map(({element}) => element));
    document.getElementById("downloads").append(...downloads(data));
    watchTheme();
    watchPrinting();
}

main();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
