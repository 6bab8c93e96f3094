import { z } from 'zod'
import { type Html, html } from '../../email/html.ts'
import { pageOf, type View } from './view.ts'

const style = `
:root { color-scheme: light dark }
body { margin: 0; padding: 16px; font: 14px/1.45 Arial, sans-serif; color: #1c2024; background: #fff }
main { max-width: 600px; overflow-wrap: anywhere; white-space: pre-wrap }
dl, ol { margin: 0; padding: 0 }
dl dl, dd ol { padding-left: 12px; border-left: 2px solid #d9dee4 }
ol { list-style: none; display: grid; gap: 12px }
dt { margin-top: 6px; font-size: 12px; color: #5b6470 }
dd { margin: 0; min-width: 0 }
a { color: #0b62b8 }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  dt { color: #a0a8b2 }
  dl dl, dd ol { border-color: #3a3f45 }
  a { color: #6cb2f5 }
}
`

/** A receiver of data shows it as it likes: this shows each member. */
export const jsonView: View = {
  widths: [390],
  barriers: [],
  show: (page, sent) => page.setContent(pageOf('Data', style, showValue(z.json().parse(sent)))),
}

/** For what arrives as text, with what recognises a repeat. */
export const jsonTextView: View = {
  ...jsonView,
  show: (page, sent) => {
    const [body] = z.tuple([z.string(), z.unknown()]).parse(sent)
    return jsonView.show(page, JSON.parse(body))
  },
}

function showValue(value: z.core.util.JSONType): Html {
  if (Array.isArray(value)) return html`<ol>${value.map((one) => html`<li>${showValue(one)}</li>`)}</ol>`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => html`<dt>${name}</dt><dd>${showValue(member)}</dd>`,
    )
    return html`<dl>${members}</dl>`
  }
  const text = String(value)
  return /^https?:\/\/\S+$/.test(text) ? html`<a href="${text}">${text}</a>` : html`${text}`
}
