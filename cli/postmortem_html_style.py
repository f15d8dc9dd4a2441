"""How the page looks: light and dark, on a phone, on a screen and on paper."""

STYLE = """\
:root {
  color-scheme: light dark;
  --page: #fffdf8; --ink: #1c1b19; --soft: #5d5a53; --line: #d9d4c7; --raised: #f5f1e6;
  --red: #b3202a; --cost: #fde3dc; --cost-ink: #8c1d12; --best: #e1f0dd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #171614; --ink: #ece8df; --soft: #aaa598; --line: #3c3932; --raised: #22201c;
    --red: #ff8a80; --cost: #4a211b; --cost-ink: #ffb4a6; --best: #1f3a22;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; border-bottom: 2px solid var(--line); padding-bottom: .25rem; margin: 2rem 0 1rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
small, caption, .value, footer { color: var(--soft); font-size: .875rem; font-weight: normal; }
ul, ol { margin: .5rem 0; padding-left: 1.25rem; }
.card { white-space: nowrap; }
.hearts, .diamonds { color: var(--red); }
.table { display: grid; gap: .5rem; grid-template-columns: repeat(3, 1fr); align-items: start; }
.seat { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
.seat h3 { margin: 0; }
.seat p { margin: 0 0 .5rem; }
.hand { list-style: none; padding: 0; margin: .25rem 0 0; }
.north { grid-area: 1 / 2; }
.west { grid-area: 2 / 1; }
.middle { grid-area: 2 / 2; background: none; border-style: dashed; }
.east { grid-area: 2 / 3; }
.south { grid-area: 3 / 2; }
.seats-3 .west, .seats-3 .middle, .seats-3 .east { grid-row: 1; }
.seats-3 .south { grid-row: 2; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-bottom: .25rem; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .375rem; text-align: left; vertical-align: top; }
th[scope="col"], th[scope="rowgroup"] { background: var(--raised); }
th[scope="row"] { font-weight: normal; }
.cost { background: var(--cost); }
.best { background: var(--best); }
.best th { font-weight: bold; }
.tag { color: var(--cost-ink); white-space: nowrap; }
td.cost { box-shadow: inset 3px 0 var(--cost-ink); }
.choices ul { list-style: none; margin: 0; padding: 0; }
@media (max-width: 36rem) {
  body { padding: .75rem; }
  .table { display: block; }
  .seat { margin-bottom: .5rem; }
  table { font-size: .875rem; }
  th, td { padding: .25rem .1875rem; }
}
@media print {
  :root {
    color-scheme: light;
    --page: #fff; --ink: #000; --soft: #444; --line: #999; --raised: #fff; --red: #a00; --cost: #fff; --cost-ink: #000;
    --best: #fff;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  tr, li, .seat, .table { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
  .deal + .deal { break-before: page; }
  .cost { outline: 1px solid #000; outline-offset: -1px; }
  nav { display: none; }
}
"""
