"""The report page of clsmem-compare in a browser: python3 check_page.py CLSMEM-COMPARE TOP [FOLDER FOR SCREENSHOTS]

Skipped (77) without Chromium; CLSMEM_TEST_BROWSER names another browser of its kind, or "" for none.
"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import browser

program, top = os.path.abspath(sys.argv[1]), sys.argv[2]
pictures = sys.argv[3] if len(sys.argv) > 3 else None
failed = []

HOSTILE = ['</script><img src="x" onerror="hacked=1">', "<img src=x onerror=alert(1)>", '"><svg onload=hacked=2>',
           "<!--<script>hacked=3", "'};hacked=4;//", "&lt;b&gt;", "javascript:hacked=5", "__proto__", "{{constructor}}"]
PAPER = 704  # pixels that A4 has across between its margins
MOST_MS = 2000  # to open 10 files with 2,000 rows


def check(holds, words):
    if not holds:
        print(f"failed: {words}")
        failed.append(words)


def load(path):
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


def save(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(value, stream)
    return path


def make_page(folder, name, files, *more, code=0):
    page = os.path.join(folder, name)
    arguments = [program, *files, *more, "--html", page]
    done = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    check(done.returncode == code, f"{' '.join(arguments)}: exit code {done.returncode}, {done.stderr}")
    return page


def make_many(folder):
    """10 files with 2,000 rows: our own, with other devices and times."""
    templates = [load(os.path.join(top, "bench/results", name)) for name in ("nvidia-h200.json", "pocl-cpu.json")]
    files, rows = [], 0
    for i in range(10):
        file = copy.deepcopy(templates[i % 2])
        run = file["runs"][0]
        run["device"]["name"] = f"Device {i}"
        for row in copy.deepcopy(run["rows"])[:30]:
            row["alpha"], row["shape"] = 1.0, {**row["shape"], "copy": i + 2}
            run["rows"].append(row)
        rows += len(run["rows"])
        files.append(save(folder, f"many-{i}.json", file))
    check(rows >= 2000, f"only {rows} rows")
    return files


def make_hostile(folder):
    """Files in which every text that may hold anything holds something that would run if it were taken for HTML."""
    files = []
    for i, text in enumerate(HOSTILE):
        file = load(os.path.join(top, "bench/results/nvidia-h200-large.json"))
        run = file["runs"][0]
        for key in ("name", "vendor", "driver", "version", "platform_name"):
            run["device"][key] = f"{text} {key}"
        run["clock"]["reason"] = run["bank_class"]["source"] = run["bank_class"]["name"] = text
        run["conclusions"] = [{"kernel": "gemm", "type": "f32", "text": text}]
        file["host"]["release"] = text
        file["environment"]["POCL_X"] = text
        for row in run["rows"]:
            row["build_log"] = row["known_fault"] = row["check"]["note"] = text
            if row["status"] != "ok":
                row["reason"] = text
            if row["predicted"]:
                row["predicted"]["worst_place"] = text
        files.append(save(folder, f"hostile-{i}<img src=x onerror=hacked=6>.json", file))
    return files


def open_quietly(tab, page):
    """Opens a page, which must not complain nor ask for anything but itself."""
    tab.said.clear()
    tab.requests.clear()
    tab.open(page)
    check(tab.run("document.documentElement.dataset.ready > 0"), "the page was not put together")


def is_quiet(tab, words):
    check(not tab.said, f"{words}: the page complained: {tab.said[:3]}")
    others = [r for r in tab.requests[1:] if not r.startswith(("data:", "blob:"))]
    check(not others, f"{words}: the page asked for {others[:3]}")
    tab.said.clear()


def first_cells(tab, column):
    return tab.run(f"$$('#table tbody tr:not(.detail)').map(r => r.cells[{column}].textContent)")


def head(tab, words):
    return tab.run(f"""$$('#table thead th').findIndex(h => h.querySelector('button')
        && h.querySelector('button').firstChild.textContent === {json.dumps(words)})""")


def count(tab):
    return tab.run("$('.pages [role=status]').textContent")


def check_sorting(tab):
    median = head(tab, "median")
    selector = f"#table thead th:nth-child({median + 1}) button"
    order = f"$$('#table thead th')[{median}].getAttribute('aria-sort')"
    unit = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}

    def medians():
        cells = [cell.replace("\u2009", "").split() for cell in first_cells(tab, median) if cell != "–"]
        return [float(value) * unit[word] for value, word in cells]

    before = first_cells(tab, 2)
    check(tab.run(order) == "none", "a table nobody has sorted says it is sorted")
    tab.click(selector)
    check(tab.run(order) == "descending" and medians() == sorted(medians(), reverse=True),
          "a click does not sort numbers downwards")
    largest = medians()[0]
    tab.click(selector)
    check(tab.run(order) == "ascending" and medians() == sorted(medians()), "a second click does not sort upwards")
    check(medians()[0] < largest, "sorting looks at one page only")
    check(tab.run("$$('#table [aria-sort=ascending], #table [aria-sort=descending]').length") == 1,
          "two columns say they are sorted")
    tab.run(f"$({json.dumps(selector)}).focus()")
    tab.key("Enter", text="\r")
    check(tab.run(order) == "none" and first_cells(tab, 2) == before, "Enter does not go back to the order of the run")
    name = f"#table thead th:nth-child({head(tab, 'kernel.variant') + 1}) button"
    tab.run(f"$({json.dumps(name)}).focus()")
    tab.key(" ", "Space", " ")
    check(first_cells(tab, 2) == sorted(first_cells(tab, 2)), "the space bar does not sort names")
    tab.click(name)
    tab.click(name)


def check_filtering(tab, rows):
    every = count(tab)
    check(every == f"rows 1 to 100 of {rows}", f"the table says: {every}")
    tab.click("#rows input[type=search]")
    tab.type("gemm padded")
    cells = first_cells(tab, 2)
    check(cells and all("gemm" in cell and "padded" in cell for cell in cells), f"the filter lets through {cells[:5]}")
    check("filtered out" in count(tab), f"a filtered table says: {count(tab)}")
    tab.type(" surely-not-there")
    check(count(tab) == f"none of {rows} rows" and not first_cells(tab, 2), "a filter that fits nothing shows rows")
    tab.click("#rows button[type=reset]")
    time.sleep(0.1)
    check(count(tab) == every, "Clear does not clear the filter")
    for name, column, value in (("status", head(tab, "status"), "skipped"), ("family", 2, "sort")):
        tab.run(f"""(() => {{ const s = $('#rows select[name={name}]'); s.value = {json.dumps(value)};
            s.dispatchEvent(new Event('input', {{bubbles: true}})); }})()""")
        cells = first_cells(tab, column)
        check(cells and all(cell.startswith(value) for cell in cells), f"{name} = {value} lets through {cells[:5]}")
        tab.click("#rows button[type=reset]")
        time.sleep(0.1)


def check_pages_and_details(tab, rows):
    first = first_cells(tab, 2)
    tab.click(".pages button:last-child")
    check(count(tab) == f"rows 101 to 200 of {rows}", f"the second page says: {count(tab)}")
    tab.click(".pages button:nth-of-type(1)")
    check(first_cells(tab, 2) == first, "there is no way back to the first page")
    tab.click("#table .more")
    check(tab.run("$('#table .more').getAttribute('aria-expanded') === 'true'")
          and "first launch" in tab.run("$('.detail').textContent"),
          "+ does not show the rest of a row")
    tab.click("#table .more")
    check(tab.run("$$('.detail').length") == 0, "− does not hide it again")


INK = """(async () => { const blank = [];
    for (const c of $$('canvas[role=img]')) {
        c.scrollIntoView({behavior: 'instant', block: 'center'});
        for (let i = 0; i < 100 && !c.entry.chart; i++) await new Promise(r => setTimeout(r, 20));
        const copy = new OffscreenCanvas(c.width, c.height).getContext('2d', {willReadFrequently: true});
        copy.drawImage(c, 0, 0);
        const p = copy.getImageData(0, 0, c.width, c.height).data, colours = new Set();
        for (let i = 0; i < p.length; i += 4) if (p[i + 3] > 200) colours.add(p[i] << 16 | p[i + 1] << 8 | p[i + 2]);
        if (colours.size < 5) blank.push(c.getAttribute('aria-label')); }
    return [$$('canvas[role=img]').length, blank]; })()"""


def check_charts(tab, least):
    charts, blank = tab.run(INK)
    check(charts >= least, f"only {charts} charts, not {least}")
    check(not blank, f"charts without ink: {blank}")
    for what in ("share", "slowdown", "rate"):
        tab.click(f"#rates input[value={what}]")
        charts, blank = tab.run(INK)
        check(not blank, f"charts without ink by {what}: {blank}")
    tab.click("#rates input[name=log]")
    check(not tab.run(INK)[1], "charts without ink on the other axis")


def check_numbers(tab, file):
    """The table beside a chart has the numbers of the file."""
    row = next(r for r in file["runs"][0]["rows"] if r["kernel"] == "transpose" and r["variant"] == "padded")
    text = tab.run("""(() => {
        const card = $$('#rates .card').find(c => c.querySelector('h3').textContent === 'transpose');
        const find = () => [...card.querySelectorAll('tbody tr')].find(t => t.cells[0].textContent === 'padded');
        card.querySelector('summary').click();
        return new Promise(r => setTimeout(() => r(find().cells[1].textContent), 200)); })()""")
    shown = float(text.replace("\u2009", ""))
    check(abs(shown - row["rate"]) <= 1e-3 * row["rate"],
          f"transpose.padded ran at {row['rate']} GB/s, and the page says {text}")


def check_bars(tab, files):
    """Bars, intervals and roofs are those of the files."""
    labels, sets, lines = tab.run("""(() => {
        const c = $$('#rates canvas').find(c => c.ariaLabel.startsWith('Bars of transpose;'));
        const chart = c.entry.chart; return [chart.data.labels,
            chart.data.datasets.map(d => [d.data, d.intervals]), chart.config.options.ownLines.map(l => l.at)]; })()""")
    for file, (bars, intervals) in zip(files, sets):
        for row in file["runs"][0]["rows"]:
            if row["kernel"] != "transpose" or not row["time"]:
                continue
            i = labels.index(row["variant"])
            check(abs(bars[i] - row["rate"]) <= 1e-6 * row["rate"],
                  f"transpose.{row['variant']} has a bar of {bars[i]}")
            low, high = (row["rate"] * row["time"]["median_ns"] / row["time"][end] for end in ("high_ns", "low_ns"))
            check(abs(intervals[i][0] - low) < 1e-6 * low and abs(intervals[i][1] - high) < 1e-6 * high,
                  f"transpose.{row['variant']} has the interval {intervals[i]}")
    roofs = [file["runs"][0]["roofs"]["copy_bytes_per_s"] / 1e9 for file in files]
    check(len(lines) == len(roofs) and all(abs(a - b) < 1e-4 * b for a, b in zip(lines, roofs)),
          f"the roofs of transpose are at {lines}, not at {roofs}")


def check_curves(tab, file):
    """A load 32 words apart takes 32 times as long where there are 32 banks; a degree costs what it says."""
    x, y = "p => p.x === 32", "c => c.ariaLabel.startsWith('Time of 4-byte loads')"
    factor = tab.run(f"$$('#strides canvas').find({y}).entry.chart.data.datasets[0].data.find({x}).y")
    check(abs(2 ** factor - 32) < 1, f"the curve of strides is at 2 ** {factor} for 32 words")
    points = dict(map(tuple, tab.run("""$$('#degree canvas')[0].entry.chart.data.datasets[0].data.map(p =>
        [p.words, [2 ** p.x, 2 ** p.y]])""")))
    rows = {row["variant"]: row for row in file["runs"][0]["rows"] if row["kernel"] == "transpose"}
    padded = rows["padded"]
    x, y = points["transpose.padded"]
    check(abs(x - padded["degree"] / rows[padded["versus"]]["degree"]) < 1e-6 and abs(y - 1 / padded["factor"]) < 1e-6,
          f"transpose.padded is at {x}, {y}")


def check_names(tab):
    """No two words of the scatter lie on each other, the lines' words among them, and no point has another's name."""
    boxes, lines, names = tab.run("""(() => { const c = $$('#degree canvas')[0].entry.chart;
        return [c.wordBoxes, c.lineWords.map(l => l.words),
            c.data.datasets.map(d => d.data.map(p => p.words))]; })()""")
    check(lines == ["banks explain all", "banks explain nothing"], f"the lines say {lines}")
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            check(not (a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]), f"words lie on words: {a}, {b}")
    check(len(boxes) > 10, f"only {len(boxes)} words in the scatter")
    for points in names:
        twice = sorted({name for name in points if points.count(name) > 1})
        check(not twice, f"points share the names {twice}")
        check("occupancy.four_chains" not in points, "of two namesakes one has no shape")


def check_themes(tab, page):
    ground = "getComputedStyle(document.body).backgroundColor"
    tab.dark(False)
    open_quietly(tab, page)
    light = tab.run(ground)
    if pictures:
        tab.picture(os.path.join(pictures, "light.png"))
    tab.click("#theme")
    check(tab.run(ground) != light and tab.run("document.documentElement.dataset.theme") == "dark",
          "the button does not make the page dark")
    tab.dark(True)
    open_quietly(tab, page)
    check(tab.run("document.documentElement.dataset.theme") == "dark", "the page does not follow a dark system")
    if pictures:
        tab.picture(os.path.join(pictures, "dark.png"))
    tab.click("#theme")
    check(tab.run(ground) == light, "a dark page does not get light again")
    tab.dark(False)
    for width in (1400, 380):
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        open_quietly(tab, page)
        wide = tab.run("document.documentElement.scrollWidth")
        check(wide <= width, f"at a width of {width} the page is {wide} wide")
    tab.call("Emulation.clearDeviceMetricsOverride")


def check_printing(tab, page, rows, folder):
    tab.dark(True)
    open_quietly(tab, page)
    paper = os.path.join(folder, "page.pdf")
    tab.run("""addEventListener('beforeprint', () => { window.onPaper = [$$('#table tbody tr').length,
        document.documentElement.dataset.theme, $$('canvas[role=img]').every(c => c.entry.chart)]; })""")
    tab.print(paper)
    check(tab.run("window.onPaper") == [rows, "light", True],
          f"on paper: {tab.run('window.onPaper')}, not all {rows} rows and charts on white")
    check(os.path.getsize(paper) > 50000, "there is next to nothing on paper")
    check(count(tab) == f"rows 1 to 100 of {rows}" and tab.run("document.documentElement.dataset.theme") == "dark",
          "after printing the page is not what it was")
    tab.call("Emulation.setDeviceMetricsOverride", width=PAPER, height=1123, deviceScaleFactor=1, mobile=False)
    tab.call("Emulation.setEmulatedMedia", media="print")
    cut = tab.run("""$$('.scroll').filter(s => s.offsetParent && s.scrollWidth > s.clientWidth)
        .map(s => `${s.ariaLabel}: ${s.scrollWidth} of ${s.clientWidth}`)""")
    check(not cut, f"paper is not as wide as these tables: {cut}")
    tab.call("Emulation.setEmulatedMedia", media="")
    tab.call("Emulation.clearDeviceMetricsOverride")
    tab.dark(False)


def check_downloads(tab, folder, file, name):
    session, tab.session = tab.session, None
    tab.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
    tab.session = session
    tab.click("#downloads a")
    path = os.path.join(folder, name)
    for _ in range(100):
        if os.path.exists(path):
            break
        time.sleep(0.05)
    check(os.path.exists(path) and load(path) == file, f"the link does not give {name} as it was")
    names = tab.run("$$('#downloads a').map(a => a.download)")
    check(len(set(names)) == len(names), f"two links make one file: {names}")


def check_whole_page(tab, folder):
    names = ("nvidia-h200.json", "pocl-cpu.json", "nvidia-h200-large.json")
    files = [os.path.join(top, "bench/results", name) for name in names]
    profile = os.path.join(top, "tests/profiles/strides.json")
    contents = [load(file) for file in files]
    rows = sum(len(file["runs"][0]["rows"]) for file in contents)
    page = make_page(folder, "page.html", files, "--profile", profile)
    open_quietly(tab, page)
    check(tab.run("$$('#nav a').every(a => $(a.getAttribute('href')))"),
          "a link of the page leads nowhere")
    check(tab.run("$$('.device').length") == 3, "not every device has its card")
    check(tab.run("""Promise.all($$('.bank img').map(i => { i.loading = 'eager';
        return i.decode().then(() => i.naturalWidth > 300); }))""") == [True] * 3,
          "the banks are not drawn")
    check_sorting(tab)
    check_filtering(tab, rows)
    check_pages_and_details(tab, rows)
    check_charts(tab, 22)
    check_tips(tab)
    check_bars(tab, contents)
    check_curves(tab, contents[0])
    check_names(tab)
    check_numbers(tab, contents[0])
    tab.click("#degree summary")
    time.sleep(0.2)
    check(tab.run("$$('#degree tbody tr').some(t => t.textContent.includes('gemm.tiled_column'))"),
          "the degrees of gemm.tiled_column are not told")
    check_downloads(tab, tempfile.mkdtemp(dir=folder), contents[0], "nvidia-h200.json")
    is_quiet(tab, "three files")
    check_themes(tab, page)
    check_printing(tab, page, rows, folder)
    is_quiet(tab, "themes and printing")
    return page


def check_alone(tab, folder):
    open_quietly(tab, make_page(folder, "alone.html", [os.path.join(top, "bench/results/nvidia-h200-large.json")]))
    check(tab.run("$$('.device').length") == 1 and not tab.run("Boolean($('#comparison'))"),
          "one file alone is no page")
    check_charts(tab, 6)
    is_quiet(tab, "one file alone")


def check_comparison(tab, folder):
    """Two runs of one device, in the second of which some rows are slower: what clsmem-compare says is on the page."""
    first = os.path.join(top, "bench/results/nvidia-h200.json")
    file = load(first)
    for row in file["runs"][0]["rows"]:
        if row["kernel"] == "gemm" and row["time"]:
            for key in ("median_ns", "low_ns", "high_ns", "least_ns"):
                row["time"][key] *= 1.5
            for key in ("samples_ns", "other_clock_ns"):
                row["time"][key] = [sample and sample * 1.5 for sample in row["time"][key]]
            row["rate"] /= 1.5
            row["share_of_roof"] /= 1.5
    second = save(folder, "second.json", file)
    open_quietly(tab, make_page(folder, "compared.html", [first, second], "--fail-above", "5%", code=1))
    text = tab.run("$('#comparison').textContent")
    check("gate failed" in text and "13 failed" in text, f"the page says of the gate: {text[:300]}")
    check(tab.run("$$('#comparison tbody th').filter(h => h.textContent.startsWith('gemm.')).length") >= 13,
          "the rows that failed are not listed")
    find = "$$('#comparison .glance tr').find(r => r.cells[0].textContent === 'gemm')"
    check(tab.run(f"{find}.cells[3].textContent") == "13",
          "gemm's rows are not counted as slower")
    tab.click("#rows input[type=search]")
    tab.type("second.json gemm slower")
    check(count(tab).startswith("rows 1 to 13 of 13"), f"the table of all rows does not find them: {count(tab)}")
    check(not tab.run(INK)[1], "the chart of changes has no ink")
    check(tab.run("""(() => { const c = $('#comparison canvas').entry.chart, {min, max} = c.scales.x;
        return c.data.datasets[0].intervals.flat().every(x => x >= min && x <= max); })()"""),
          "intervals of changes run off their axis")
    is_quiet(tab, "a comparison")


def check_devices(tab, folder):
    """Two devices with sizes of their own: what does not depend on the size is compared, and each row counts once."""
    files = [os.path.join(top, "bench/results", name) for name in ("nvidia-h200.json", "pocl-cpu.json")]
    base, other = (load(file)["runs"][0]["rows"] for file in files)
    names = [{(row["kernel"], row["variant"], row["type"], row["mode"]) for row in rows} for rows in (base, other)]
    open_quietly(tab, make_page(folder, "devices.html", files))
    cells = tab.run("""$$('#comparison .glance tbody tr').find(r => r.cells[0].textContent === 'gemm')
        .querySelectorAll('td')[6].textContent""")
    check(cells.startswith("×"), f"the share of the roof of gemm is compared as {cells}")
    counts = tab.run("""[...$$('#comparison .glance tbody tr').find(r => r.cells[0].textContent === 'all').cells]
        .slice(2, 6).map(c => Number(c.textContent))""")
    missing = sum((row["kernel"], row["variant"], row["type"], row["mode"]) not in names[1] for row in base)
    check(sum(counts) == len(other) + missing, f"{counts} rows are counted of {len(other)} and {missing} missing")
    tab.run("""(() => { const s = $('#rows select[name=device]'); s.value = '1';
        s.dispatchEvent(new Event('input', {bubbles: true})); })()""")
    change = first_cells(tab, head(tab, "change"))
    check(len(change) == 100 and all(change), f"{change.count('')} of {len(change)} rows do not say what changed")
    is_quiet(tab, "two devices")
    folders = [tempfile.mkdtemp(dir=folder), tempfile.mkdtemp(dir=folder)]
    copies = [save(where, "comparison.json", load(file)) for where, file in zip(folders, files)]
    page = make_page(folder, "namesakes.html", copies)
    open_quietly(tab, page)
    check_downloads(tab, tempfile.mkdtemp(dir=folder), load(files[0]), "comparison.json")
    with open(page, encoding="utf-8") as stream:
        check(folder not in stream.read(), "the page tells where its files were")
    is_quiet(tab, "two files of one name")


def check_axes(tab, folder):
    """An interval that reaches far is seen to its end, whatever the bars show."""
    file = load(os.path.join(top, "bench/results/nvidia-h200.json"))
    for row in file["runs"][0]["rows"]:
        if row["time"] and row["kernel"] == "transpose":
            row["time"]["low_ns"] /= 5
            row["time"]["high_ns"] *= 5
    open_quietly(tab, make_page(folder, "axes.html", [save(folder, "axes.json", file)]))
    for what in ("rate", "share", "slowdown"):
        tab.click(f"#rates input[value={what}]")
        tab.run(INK)
        beyond = tab.run("""$$('#rates canvas').flatMap(c => { const chart = c.entry.chart, {min, max} = chart.scales.x;
            return chart.data.datasets.flatMap(d => d.intervals).filter(Boolean).flat()
                .filter(x => x < min - 1e-9 || x > max + 1e-9 * max).map(x => [c.ariaLabel, x, min, max]); })""")
        check(not beyond, f"by {what}, {len(beyond)} intervals run off their axis: {beyond[:2]}")
    is_quiet(tab, "long intervals")


def check_tips(tab):
    """What a chart says under the mouse: on a canvas, so all that can be seen is that nothing goes wrong."""
    for i in range(tab.run("$$('canvas[role=img]').length")):
        box = tab.run(f"""(() => {{ const c = $$('canvas[role=img]')[{i}];
            c.scrollIntoView({{block: 'center', behavior: 'instant'}});
            const points = c.entry.chart.getSortedVisibleDatasetMetas()[0].data, r = c.getBoundingClientRect();
            const p = points[points.length - 1].getCenterPoint(); return [r.x + p.x, r.y + p.y]; }})()""")
        tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])
    is_quiet(tab, "the mouse over charts")


def check_odd(tab, folder):
    """Files in which hardly anything is there: no rows at all, rows that all failed, several runs in one file."""
    path = os.path.join(top, "bench/results/nvidia-h200.json")
    empty, bad, several = load(path), load(path), load(path)
    empty["complete"] = False
    bad["tool"]["commit"] = "0123456789ab-dirty"
    empty["runs"][0]["rows"], empty["runs"][0]["conclusions"] = [], []
    for i, row in enumerate(bad["runs"][0]["rows"]):
        row.update(status=("wrong", "build-failed", "device-failed", "interrupted")[i % 4], reason="it failed")
        row.update(time=None, rate=None, share_of_roof=None, factor=None, mode_factor=None)
    bad["runs"][0]["roofs"] = dict.fromkeys(bad["runs"][0]["roofs"])
    several["runs"] = [several["runs"][0]] * 2 + load(os.path.join(top, "bench/results/pocl-cpu.json"))["runs"]
    for name, file, says in (("empty", empty, "not complete"), ("bad", bad, "43 wrong"), ("several", several, "#2")):
        open_quietly(tab, make_page(folder, f"{name}.html", [save(folder, f"{name}.json", file)]))
        check(says in tab.run("$('#devices').textContent"),
              f"a card of the {name} file does not say: {says}")
        check(file["tool"]["commit"] in tab.run("$('#devices').textContent"), "a card cuts the commit")
        tab.run(INK)
        is_quiet(tab, name)
    check(tab.run("new Set($$('.device h3').map(h => h.textContent)).size") == 3,
          "runs have the same name")


def check_hostile(tab, folder):
    open_quietly(tab, make_page(folder, "hostile.html", make_hostile(folder)))
    tab.click("#table .more")
    tab.run("$$('details').forEach(d => { d.open = true; })")
    tab.run(INK)
    time.sleep(0.3)
    check(tab.run("typeof hacked") == "undefined", "a text of a file was run")
    check(tab.run("$$('script').length") == 3, "a text of a file became a script")
    check(tab.run("$$('main :is(img:not(.bank img), svg, b, iframe), [onerror], [onload]').length") == 0,
          "a text of a file became an element")
    for text in HOSTILE:
        check(tab.run(f"$('#devices').textContent.includes({json.dumps(text + ' name')})"),
              f"not shown as it is: {text}")
    is_quiet(tab, "hostile texts")


def check_policy(tab, page, folder):
    """A script that came into the page after it was built does not run, wherever it stands."""
    with open(page, encoding="utf-8") as stream:
        text = stream.read()
    check(len(re.findall(r"'sha256-[A-Za-z0-9+/]{43}='", text.split("<title>")[0])) == 3, "no hash for each script")
    path = os.path.join(folder, "changed.html")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text.replace("</main>", '</main><script nonce="clsmem">hacked = 1</script>'))
    open_quietly(tab, path)
    check(tab.run("typeof hacked") == "undefined", "a script that is not the page's own was run")
    check(len(tab.said) == 1 and "Content Security Policy" in tab.said[0], f"the browser says {tab.said[:2]}")


def check_speed(tab, folder):
    page = make_page(folder, "many.html", make_many(folder))
    took = []
    for _ in range(5): # this machine may be busy with something else for a while
        start = time.monotonic()
        open_quietly(tab, page)
        tab.run("new Promise(r => requestAnimationFrame(() => setTimeout(r)))")
        took.append(1000 * (time.monotonic() - start))
        if took[-1] < MOST_MS:
            break
    print(f"{tab.run('$(`#summary`).textContent')}: open in {min(took):.0f} ms, {os.path.getsize(page) / 1e6:.1f} MB")
    check(min(took) < MOST_MS, f"the page took {min(took):.0f} ms to open")
    is_quiet(tab, "ten files")


def check_without_charts(tab, page, folder):
    """The page as a build without Chart.js makes it."""
    with open(page, encoding="utf-8") as stream:
        text = stream.read()
    bare = re.sub(r"<script>\n/\*!\n \* Chart\.js.*?\n</script>", "", text, flags=re.S)
    check(bare != text, "the page has no Chart.js to begin with")
    path = os.path.join(folder, "bare.html")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(bare)
    open_quietly(tab, path)
    check(tab.run("$$('canvas').length") == 0 and "No charts" in tab.run("$('#rates').textContent"),
          "no remark without charts")
    check(tab.run("$$('#rates tbody tr').length") > 100, "no tables without charts")
    is_quiet(tab, "without Chart.js")


def main():
    chromium = browser.find()
    if not chromium:
        print("skipped: there is no Chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        tab = browser.Browser(chromium)
        try:
            page = check_whole_page(tab, folder)
            check_alone(tab, folder)
            check_comparison(tab, folder)
            check_devices(tab, folder)
            check_axes(tab, folder)
            check_odd(tab, folder)
            check_hostile(tab, folder)
            check_speed(tab, folder)
            check_without_charts(tab, page, folder)
            check_policy(tab, page, folder)
        finally:
            tab.close()
    sys.exit(1 if failed else 0)


main()
