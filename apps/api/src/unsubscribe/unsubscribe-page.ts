import { renderPage } from '../links/link-page.ts'
import { text } from '../openapi/markup.ts'

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
