// Elements and numbers. Text from files goes through these alone, as text nodes: it can never become markup.

// el("p", {class: "note"}, "text", child, [more]); false and null children are left out.
function el(tag, attributes, ...children) {
    const element = document.createElement(tag);

    for (const [name, value] of Object.entries(attributes || {}))
        if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value === true ? "" : value);
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== false)
            element.append(child.nodeType ? child : String(child));
    return element;
}

const isNumber = (x) => typeof x === "number" && Number.isFinite(x);
const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// Four digits, with thin spaces between thousands; independent of the reader's locale.
function number(x, digits = 4) {
    if (!isNumber(x))
        return "–";
    if (x !== 0 && (Math.abs(x) >= 1e9 || Math.abs(x) < 1e-4))
        return x.toExponential(digits - 1).replace("e+", "e");
    const places = x === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(x))));
    const [whole, part] = x.toFixed(Math.min(places, 8)).split(".");
    const shortPart = part ? part.replace(/0+$/, "") : "";

    return whole.replace(/\B(?=(\d{3})+$)/g, "\u2009") + (shortPart ? `.${shortPart}` : "");
}

function time(ns) {
    if (!isNumber(ns))
        return "–";
    for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]])
        if (ns >= size)
            return `${number(ns / size)} ${unit}`;
    return `${number(ns)} ns`;
}

function bytes(count) {
    for (const [unit, size] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]])
        if (count >= size)
            return `${number(count / size)} ${unit}`;
    return isNumber(count) ? `${count} bytes` : "–";
}

const percent = (x) => (isNumber(x) ? `${number(100 * x, 3)} %` : "–");
const times = (x) => (isNumber(x) ? `×${number(x, 3)}` : "–");
const baseName = (path) => String(path).split("/").pop();

// Terms and what they are; pairs without a value are left out.
function facts(pairs) {
    return el(
        "dl", {class: "facts"},
        pairs.filter(([, value]) => value !== null && value !== undefined && value !== "")
            .map(([name, value]) => el("div", null, el("dt", null, name), el("dd", null, value))));
}

// A plain table: the numbers of a chart, for who cannot see it. Cells are text, numbers right-aligned.
function plainTable(caption, heads, rows) {
    const cell = (value, i) => (i === 0 ? el("th", {scope: "row"}, value) : el("td", {class: "number"}, value));

    return el(
        "div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
        el("table", {class: "plain"}, el("caption", null, caption),
           el("thead", null, el("tr", null, heads.map((head) => el("th", {scope: "col"}, head)))),
           el("tbody", null, rows.map((row) => el("tr", null, row.map(cell))))));
}
