#pragma once
// The style of why's HTML report: light and dark by what the reader's system prefers, no network, no script.
namespace harness {

inline constexpr const char* whyStyleSheet = R"css(
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --ink: #1d2125; --soft: #5d666f; --line: #d9d5cb; --panel: #f4f1ea;
  --hot: 222, 92, 28; --warm: #b5470b; --cool: #1f63a8; --cool-soft: #cfe0f2; --idle: #e8e5dd; --meets: #c02f1d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --ink: #e7e4dd; --soft: #9aa3ab; --line: #353b41; --panel: #1d2226;
    --hot: 240, 120, 50; --warm: #ff9d5c; --cool: #7db8f0; --cool-soft: #24415c; --idle: #2a2f34; --meets: #ff6f5c;
  }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.75rem 0 .25rem; }
p { margin: .4rem 0; max-width: 46rem; }
a { color: var(--cool); }
.lead, .launches, .who { color: var(--soft); }
.launches { padding-left: 1.2rem; margin: .25rem 0; }
.notes li { margin: .45rem 0; }
.scroll { overflow-x: auto; }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: .86rem; }
table { border-collapse: collapse; }
.code { width: 100%; background: var(--panel); border: 1px solid var(--line); }
.code th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; padding: .3rem .6rem; }
.code td { padding: 0 .6rem; vertical-align: top; }
.code pre { margin: 0; white-space: pre; }
.code .line, .code .share { text-align: right; color: var(--soft); font: .8rem/1.6 ui-monospace, Menlo, Consolas, monospace;
  white-space: nowrap; width: 1%; }
.code .hot .share { background: rgba(var(--hot), var(--heat)); color: var(--ink); }
.code .hot { background: linear-gradient(90deg, rgba(var(--hot), calc(var(--heat) * .22)), transparent 70%); }
.code tr:target { outline: 2px solid var(--cool); }
.note, .fine { font-size: .82rem; padding: 0 0 .15rem 1rem; }
.note { color: var(--warm); }
.fine { color: var(--soft); }
.data { font-size: .88rem; margin: .5rem 0; }
.data th, .data td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); }
.data td:nth-child(2) { text-align: right; font-variant-numeric: tabular-nums; }
details { margin: .25rem 0 .5rem; } summary { cursor: pointer; color: var(--cool); font-size: .9rem; }
.map { display: block; margin: .75rem 0 .25rem; height: auto; max-width: none; }
.map text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.map .number { font-size: 10px; text-anchor: middle; }
.map .word { font-size: 10px; text-anchor: end; fill: var(--soft); }
.map .caption { fill: var(--soft); }
.map .lane, .map .taken { fill: var(--cool-soft); stroke: var(--cool); }
.map .other { fill: rgba(var(--hot), .3); stroke: var(--warm); }
.map .idle, .map .free { fill: var(--idle); stroke: none; }
.map .idle + .number { fill: var(--soft); }
.map .sector { fill: var(--idle); stroke: var(--soft); }
.map .asked { fill: var(--cool); }
.map .meets { fill: rgba(var(--hot), .35); stroke: var(--meets); }
.map .wire { fill: none; stroke: var(--cool); stroke-opacity: .55; }
.map .right { fill: var(--idle); } .map .wrong { fill: var(--meets); } .map .unwritten { fill: var(--cool); }
)css";

}  // namespace harness
