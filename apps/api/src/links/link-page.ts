import { text } from '../openapi/markup.ts'

export const pageStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; overflow-wrap: anywhere }
button { font: inherit; padding: 0.5rem 1rem }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
}
`

/** Returns the page behind a link of a mail. `body` is markup. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${body}
</main>
</body>
</html>
`
}
