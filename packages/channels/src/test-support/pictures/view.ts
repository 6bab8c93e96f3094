import type { Tab } from '@signalpost/testing/browser'
import { type Html, html } from '../../email/html.ts'

type Page = Tab['page']

/** How a message looks where it arrives. */
export type View = {
  /** The widths in pixels at which it is judged. */
  widths: readonly (390 | 700)[]
  /** The rules of axe that its markup must keep, where they are not all of WCAG: the rest is the receiver's. */
  barriers?: readonly string[]
  /** Shows what the receiver got. Throws for a part that it does not know, so no part goes unseen. */
  show: (page: Page, sent: unknown) => Promise<void>
}

/** A page around a message, in the colours of the receiver's product. */
export function pageOf(title: string, style: string, body: Html | readonly Html[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${{ markup: style }}
</style>
</head>
<body><main>
${body}
</main></body>
</html>`.markup
}
