import { z } from 'zod'
import { type Html, html } from '../../email/html.ts'
import { pageOf, type View } from './view.ts'

// Knows the blocks that messages have, member by member. https://docs.slack.dev/reference/block-kit
const text = z.strictObject({ type: z.literal('plain_text'), text: z.string(), emoji: z.literal(false) })

const run = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string(),
    style: z.strictObject({ bold: z.literal(true) }).optional(),
  }),
  z.strictObject({ type: z.literal('link'), url: z.url(), text: z.string() }),
  z.strictObject({ type: z.literal('user'), user_id: z.string() }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: z.literal('{date_short_pretty} at {time}'),
    fallback: z.string(),
  }),
])

const button = z.strictObject({
  type: z.literal('button'),
  text,
  action_id: z.string(),
  value: z.string(),
  style: z.literal('primary').optional(),
  confirm: z.strictObject({ title: text, text, confirm: text, deny: text }).optional(),
})

const richPart = z.strictObject({
  type: z.enum(['rich_text_section', 'rich_text_quote']),
  elements: z.array(run).min(1),
})

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text }),
  z.strictObject({ type: z.literal('section'), text }),
  z.strictObject({ type: z.literal('context'), elements: z.array(text).min(1) }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(button).min(1) }),
  z.strictObject({ type: z.literal('rich_text'), elements: z.array(richPart).min(1) }),
  z.strictObject({ type: z.literal('divider') }),
])

const message = z.object({ text: z.string(), blocks: z.array(block).min(1) })

const style = `
:root { color-scheme: light dark }
body { margin: 0; padding: 16px; font: 15px/1.46 Lato, Arial, sans-serif; color: #1d1c1d; background: #fff }
main { max-width: 600px; overflow-wrap: anywhere; white-space: pre-wrap; display: grid; gap: 8px }
main > *, p, blockquote { margin: 0; min-width: 0 }
.header { font-size: 18px; font-weight: 900 }
.context { font-size: 13px; color: #616061 }
.context span + span { margin-left: 8px }
blockquote { border-left: 4px solid #ddd; padding-left: 12px }
hr { border: 0; border-top: 1px solid #ddd; width: 100% }
a { color: #1264a3 }
.user { color: #1264a3; background: #1d9bd11a }
.actions { display: flex; flex-wrap: wrap; gap: 8px }
button { font: bold 13px Lato, Arial, sans-serif; padding: 6px 12px; color: #1d1c1d; background: #fff; border: 1px solid #bbb; border-radius: 4px }
button.primary { color: #fff; background: #007a5a }
@media (prefers-color-scheme: dark) {
  body { color: #d1d2d3; background: #1a1d21 }
  .context { color: #ababad }
  blockquote, hr { border-color: #35373b }
  a, .user { color: #1d9bd1 }
  button { color: #d1d2d3; background: #1a1d21; border-color: #797c81 }
}
`

/** Slack has no renderer for others, so this one follows its documentation. */
export const slackView: View = {
  widths: [390],
  barriers: ['color-contrast'],
  show: (page, sent) => page.setContent(pageOf('Slack', style, message.parse(sent).blocks.map(showBlock))),
}

function showBlock(shown: z.infer<typeof block>): Html {
  switch (shown.type) {
    case 'header':
      return html`<p class="header">${shown.text.text}</p>`
    case 'section':
      return html`<p>${shown.text.text}</p>`
    case 'context':
      return html`<p class="context">${shown.elements.map((one) => html`<span>${one.text}</span>`)}</p>`
    case 'actions':
      return html`<div class="actions">${shown.elements.map(showButton)}</div>`
    case 'rich_text':
      return html`<div>${shown.elements.map(showPart)}</div>`
    case 'divider':
      return html`<hr>`
  }
}

function showButton({ text: { text: label }, style: kind, confirm }: z.infer<typeof button>): Html {
  return html`<button class="${kind}" title="${confirm?.text.text}">${label}</button>`
}

function showPart({ type, elements }: z.infer<typeof richPart>): Html {
  const runs = elements.map(showRun)
  return type === 'rich_text_quote' ? html`<blockquote>${runs}</blockquote>` : html`<p>${runs}</p>`
}

function showRun(shown: z.infer<typeof run>): Html {
  switch (shown.type) {
    case 'text':
      return shown.style === undefined ? html`${shown.text}` : html`<b>${shown.text}</b>`
    case 'link':
      return html`<a href="${shown.url}">${shown.text}</a>`
    case 'user':
      return html`<span class="user">@${shown.user_id}</span>`
    case 'date':
      return html`${shown.fallback}`
  }
}
