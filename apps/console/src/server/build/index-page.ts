type Output = {
  entryPoint?: string
  imports: { path: string; kind: string }[]
}

/** The one HTML page, which loads the entry of the bundle. It holds no script and no style of its own. */
export function indexPage(outputs: Record<string, Output>): string {
  const script = findEntry(outputs, 'main.tsx')
  const style = findEntry(outputs, 'style/index.css')
  const preloads = [...staticImports(outputs, script)].map(
    (path) => `<link rel="modulepreload" href="/${path}">`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Signalpost</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="/${style}">
${preloads.join('\n')}
<script type="module" src="/${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The console needs JavaScript. ./signalpost does the same on the command line.</noscript>
</body>
</html>
`
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b5c"/><path d="M9 23V9h14M9 16h9" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="23" cy="22" r="2.5" fill="#7ee0c6"/></svg>`

function findEntry(outputs: Record<string, Output>, entryPoint: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint)
  if (found === undefined) throw new Error(`The bundle has no ${entryPoint}.`)
  return found[0]
}

function staticImports(
  outputs: Record<string, Output>,
  path: string,
  seen = new Set<string>(),
): ReadonlySet<string> {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    const relative = imported.slice(imported.indexOf('assets/'))
    if (kind !== 'import-statement' || seen.has(relative)) continue
    seen.add(relative)
    staticImports(outputs, relative, seen)
  }
  return seen
}
