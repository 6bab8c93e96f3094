import { z } from 'zod'
import { type Html, html } from '../../email/html.ts'
import { pageOf, type View } from './view.ts'

// https://discord.com/developers/docs/resources/message#embed-object
const embed = z.strictObject({
  title: z.string().min(1),
  url: z.url().optional(),
  description: z.string().min(1).optional(),
  color: z.int().optional(),
  fields: z.array(z.strictObject({ name: z.string().min(1), value: z.string().min(1) })).optional(),
  footer: z.strictObject({ text: z.string().min(1) }).optional(),
})

const message = z.strictObject({
  content: z.string().min(1),
  embeds: z.array(embed).min(1).max(10),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
})

const style = `
:root { color-scheme: light dark }
body { margin: 0; padding: 16px; font: 16px/1.375 'gg sans', 'Noto Sans', Arial, sans-serif; color: #2f3035; background: #fff }
main { max-width: 520px; overflow-wrap: anywhere; white-space: pre-wrap; display: grid; gap: 4px }
p { margin: 0 }
.embed { min-width: 0; padding: 8px 16px 16px 12px; border: 1px solid #e3e3e6; border-left: 4px solid; border-radius: 4px; background: #fff; font-size: 14px }
.title { margin: 8px 0; font-size: 16px; font-weight: 600 }
.name { margin-top: 8px; font-weight: 600 }
.footer { margin-top: 8px; font-size: 12px }
a { color: #0068e0; text-decoration: none }
@media (prefers-color-scheme: dark) {
  body { color: #dfe0e2; background: #1a1a1e }
  .embed { background: #242429; border-block-color: #36363b; border-right-color: #36363b }
  a { color: #5197ed }
}
`

/** Discord has no renderer for others, so this one follows its documentation. */
export const discordView: View = {
  widths: [390],
  barriers: ['color-contrast'],
  show: async (page, sent) => {
    const { content, embeds } = message.parse(sent)
    await page.setContent(
      pageOf('Discord', style, [html`<p>${plain(content)}</p>`, ...embeds.map(showEmbed)]),
    )
  },
}

function showEmbed({
  title,
  url,
  description,
  color = 0x4e5058,
  fields = [],
  footer,
}: z.infer<typeof embed>): Html {
  const heading = url === undefined ? html`${plain(title)}` : html`<a href="${url}">${plain(title)}</a>`
  const rest = [
    ...(description === undefined ? [] : [html`<p>${withLinks(description)}</p>`]),
    ...fields.map(({ name, value }) => html`<p class="name">${plain(name)}</p><p>${plain(value)}</p>`),
    ...(footer === undefined ? [] : [html`<p class="footer">${footer.text}</p>`]),
  ]
  const colour = `#${color.toString(16).padStart(6, '0')}`
  return html`<div class="embed" style="border-left-color:${colour}"><p class="title">${heading}</p>${rest}</div>`
}

/** Links of ours are masked by labels of ours, which are the only markup. */
function withLinks(text: string): Html[] {
  const parts = text.split(/(?<!\\)\[([^[\]\\]+)\]\((https:[^()\s]+)\)/)
  return parts.map((part, index) => {
    if (index % 3 === 0) return html`${plain(part)}`
    return index % 3 === 1 ? html`<a href="${parts[index + 1]}">${part}</a>` : html``
  })
}

/** Other text has no markup, so all that begins one is escaped. */
function plain(text: string): string {
  return text.replaceAll(/\\([\s\S])|[*_~`|<>[\]@#]/g, (whole, escaped: string | undefined) => {
    if (escaped === undefined) throw new Error(`Discord would read ${whole} as markup.`)
    return escaped
  })
}
