import { text } from '../openapi/markup.ts'

export const pageStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
button { font: inherit; padding: 0.5rem 1rem }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
}
`

/** Asks the person who followed the link, so programs that follow links change nothing. */
export function renderQuestion(address: string): string {
  return renderPage(
    'Stop these mails?',
    `<p>Alerts from this channel would no longer go to <strong>${text(masked(address))}</strong>.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Stop these mails</button></form>`,
  )
}

export function renderDone(address: string): string {
  return renderPage(
    'No more mails',
    `<p>Alerts from this channel no longer go to <strong>${text(masked(address))}</strong>.</p>`,
  )
}

/** Enough for its owner to recognise, because links are forwarded with their mails. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${at > 0 ? first : ''}…${address.slice(Math.max(0, at))}`
}

function renderPage(title: string, body: string): string {
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
