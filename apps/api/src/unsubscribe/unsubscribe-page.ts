import { renderPage } from '../links/link-page.ts'
import { text } from '../openapi/markup.ts'

/** What a page names: the channel, its workspace, and the address that gets the mails. */
export type PageSubject = { channelName: string; workspaceName: string; address: string }

/** Asks the person who followed the link, so programs that follow links change nothing. */
export function renderQuestion(subject: PageSubject): string {
  return renderPage(
    'Stop these mails?',
    `<p>Alerts of the channel ${namesOf(subject)} would no longer go to ${shown(subject)}. Others still get them.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Stop these mails</button></form>`,
  )
}

export function renderDone(subject: PageSubject): string {
  return renderPage(
    'No more mails',
    `<p>Alerts of the channel ${namesOf(subject)} no longer go to ${shown(subject)}.</p>
<p>Was it a mistake?</p>
<form method="post" action="?undo"><button>Get these mails again</button></form>`,
  )
}

export function renderUndone(subject: PageSubject): string {
  return renderPage(
    'You get the mails again',
    `<p>Alerts of the channel ${namesOf(subject)} go to ${shown(subject)} again. What was not sent meanwhile is not sent later.</p>`,
  )
}

function namesOf({ channelName, workspaceName }: PageSubject): string {
  return `<strong>${text(channelName)}</strong> of <strong>${text(workspaceName)}</strong>`
}

function shown({ address }: PageSubject): string {
  return `<strong>${text(masked(address))}</strong>`
}

/** Enough for its owner to recognise, because links are forwarded with their mails. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${at > 0 ? first : ''}…${address.slice(Math.max(0, at))}`
}
