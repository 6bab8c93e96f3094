import type { Words } from '../words/words.ts'
import { wordsOf } from '../words/words-of.ts'
import { html } from './html.ts'
import { colours, type MailPart } from './mail-parts.ts'

type Layout = {
  subject: string
  parts: MailPart[]
  origin: string
  unsubscribeUrl: string | undefined
  words?: Words
}

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Lays out a mail as HTML, in one column of at most 600 pixels, and as plain text. */
export function layOut({ subject, parts, origin, unsubscribeUrl, words = wordsOf() }: Layout): {
  html: string
  text: string
} {
  const farewell =
    unsubscribeUrl === undefined
      ? undefined
      : html` · <a href="${unsubscribeUrl}" style="color:${colours.faint}">${words.unsubscribe}</a>`
  const { markup } = html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:${colours.page};color:${colours.ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.page}">
<tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed;background:#ffffff;border:1px solid ${colours.line};border-radius:8px">
${parts.map(
  (
    part,
  ) => html`<tr><td style="padding:20px;border-bottom:1px solid ${colours.line};font:16px/1.5 ${fonts};color:${colours.ink};overflow-wrap:anywhere;word-break:break-word">
${part.html}
</td></tr>
`,
)}<tr><td dir="auto" style="padding:16px 20px;font:13px/1.5 ${fonts};color:${colours.faint};overflow-wrap:anywhere;word-break:break-word">
${origin}${farewell}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  const texts = [...parts.map(({ text }) => text), ['-- ', origin].join('\n')]
  if (unsubscribeUrl !== undefined) texts.push(`${words.unsubscribe}:\n${unsubscribeUrl}`)
  return { html: markup, text: `${texts.join('\n\n')}\n` }
}
