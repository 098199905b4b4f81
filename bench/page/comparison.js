// What clsmem-compare says: a column a run against the baseline.

function comparisonSection() {
    return null;
}
