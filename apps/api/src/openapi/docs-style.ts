export const docsStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h2 { margin-top: 3rem; border-bottom: 1px solid #ccc }
h3 { margin-top: 2.5rem; overflow-wrap: anywhere }
h4 { margin: 1.25rem 0 0.25rem }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
pre { background: #f4f4f4; padding: 0.75rem 1rem; overflow: auto; max-height: 24rem; margin: 0.5rem 0 }
table { border-collapse: collapse; width: 100%; table-layout: auto }
table table { font-size: 0.95em }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid #ddd }
th { border-top: 0 }
td:first-child { white-space: nowrap }
summary { cursor: pointer; margin: 0.5rem 0 }
nav ul { columns: 22rem; padding-left: 1rem }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  h2, th, td { border-color: #444 }
  pre { background: #222 }
  a { color: #8ab4f8 }
}
`
