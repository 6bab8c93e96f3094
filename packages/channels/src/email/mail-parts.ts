import type { FollowUpDescription } from '../describe-follow-up.ts'
import { type SignalDescription, sayStatus } from '../describe-signal.ts'
import { cutText } from '../text/cut-text.ts'
import type { Words } from '../words/words.ts'
import { type Html, html, lines } from './html.ts'

/** A part of a mail as HTML and as text. */
export type MailPart = { html: Html; text: string }

/** Dark on light with a contrast of at least 4.5 to 1. */
export const colours = { ink: '#1c2024', faint: '#5b6470', line: '#d9dee4', page: '#f3f5f7' }

const accents = { low: colours.faint, medium: '#0b62b8', high: '#a54a00', immediate: '#b91c26' }

const maxTitle = 500
const maxReason = 2000
const maxQuote = 5000
const maxShortText = 400

export function renderHeading(heading: string): MailPart {
  return { html: titleOf(heading), text: heading }
}

/** Renders what comes before everything else. */
export function renderLead(lead: string): MailPart {
  return {
    html: html`<p dir="auto" style="margin:0;font-size:17px;font-weight:700;color:${accents.immediate}">${lead}</p>`,
    text: lead,
  }
}

export function renderNote(note: string): MailPart {
  return { html: html`<p style="margin:0">${note}</p>`, text: note }
}

export function renderMore(more: string): MailPart {
  return { html: html`<p style="margin:0;font-weight:600">${more}</p>`, text: more }
}

/** Renders who took a signal. */
export function renderFollowUp({ heading, signal, title, facts, words }: FollowUpDescription): MailPart {
  return {
    html: html`${titleOf(heading)}<p dir="auto" style="margin:0 0 4px;font-size:17px;line-height:1.35;font-weight:600">${title}</p>
${facts.map(
  (fact) => html`<p dir="auto" style="margin:0 0 8px;font-size:14px;color:${colours.faint}">${fact}</p>
`,
)}${linksOf(signal, words)}`,
    text: join(heading, '', title, ...facts, ...postInText(signal), ...linksInText(signal, words)),
  }
}

/** Renders one signal in full. */
export function renderSignal(signal: SignalDescription, labels: Words): MailPart {
  const { headline, score, facts, quote } = signal
  const title = cutText(signal.title, maxTitle)
  const reasons = signal.reasons.map(({ label, text }) => ({ label, text: cutText(text, maxReason) }))
  const words = quote === undefined ? undefined : cutText(quote, maxQuote)
  return {
    html: html`${headlineOf(signal)}${titleOf(title)}
<p dir="auto" style="margin:0 0 12px;font-size:14px;color:${colours.faint}"><strong style="color:${colours.ink}">${score}</strong> · ${facts.join(' · ')}</p>
${statusOf(signal)}${linksOf(signal, labels)}
${reasons.map(
  ({
    label,
    text,
  }) => html`<p style="margin:0 0 2px;font-size:13px;font-weight:600;color:${colours.faint}">${label}</p>
<p dir="auto" style="margin:0 0 14px">${lines(text)}</p>
`,
)}${words === undefined ? undefined : quoteOf(words)}`,
    text: join(
      headline,
      title,
      `${score} · ${facts.join(' · ')}`,
      sayStatus(signal.status),
      ...postInText(signal),
      '',
      ...reasons.map(({ label, text }) => `${label}: ${text.replaceAll('\n', '\n  ')}`),
      ...(words === undefined ? [] : ['', quoteInText(words)]),
      '',
      ...linksInText(signal, labels),
    ),
  }
}

/** Renders one of several signals in short. */
export function renderSignalInShort(signal: SignalDescription, place: number, labels: Words): MailPart {
  const { headline, score, reasons } = signal
  const title = cutText(signal.title, maxTitle)
  const shown = reasons
    .filter(({ part }, index) => index === 0 || part === 'next_step')
    .map(({ label, text }) => ({ label, text: cutText(text, maxShortText) }))
  const words = signal.quote === undefined ? undefined : cutText(signal.quote, maxShortText)
  return {
    html: html`${headlineOf(signal)}<p dir="auto" style="margin:0 0 4px;font-size:17px;line-height:1.35;font-weight:600">${title}</p>
<p style="margin:0 0 8px;font-size:14px;color:${colours.faint}">${score}</p>
${statusOf(signal)}${linksOf(signal, labels)}
${shown.map(
  ({
    label,
    text,
  }) => html`<p dir="auto" style="margin:0 0 8px"><strong style="font-size:13px;color:${colours.faint}">${label}</strong><br>${lines(text)}</p>
`,
)}${words === undefined ? undefined : quoteOf(words)}`,
    text: join(
      `${place}. ${title}`,
      `${headline} · ${score}`,
      sayStatus(signal.status),
      ...postInText(signal),
      ...shown.map(({ label, text }) => `${label}: ${text.replaceAll('\n', '\n  ')}`),
      ...(words === undefined ? [] : [quoteInText(words)]),
      ...linksInText(signal, labels),
    ),
  }
}

function quoteOf(words: string): Html {
  return html`<blockquote dir="auto" style="margin:4px 0 18px;padding:10px 14px;border:0;border-left:3px solid ${colours.line};border-right:3px solid ${colours.line};background:${colours.page}">${lines(words)}</blockquote>
`
}

function quoteInText(words: string): string {
  return `> ${words.replaceAll('\n', '\n> ')}`
}

function headlineOf({ headline, urgency = 'low' }: SignalDescription): Html {
  return html`<p dir="auto" style="margin:0 0 6px;font-size:14px;font-weight:600;color:${accents[urgency]}">${headline}</p>
`
}

function titleOf(title: string): Html {
  return html`<h1 dir="auto" style="margin:0 0 8px;font-size:22px;line-height:1.3;font-weight:700">${title}</h1>`
}

function statusOf({ status }: SignalDescription): Html | undefined {
  const said = sayStatus(status)
  return said === undefined
    ? undefined
    : html`<p dir="auto" style="margin:0 0 12px;font-weight:600">${said}</p>`
}

/** Shows in full where the post's link leads. Those of ours act or are long: they have a label alone. */
function linksOf({ url, urlLabel, pageUrl, acknowledgeUrl }: SignalDescription, words: Words): Html {
  const shown =
    url === undefined
      ? undefined
      : html`<br>
<span style="font-size:13px;color:${colours.faint};word-break:break-all">${url}</span>`
  return html`<p style="margin:0 0 16px">${[
    ...(acknowledgeUrl === undefined ? [] : [buttonOf(acknowledgeUrl, words.buttons.acknowledge)]),
    ...(pageUrl === undefined ? [] : [html`${linkTo(pageUrl, words.openInConsole)}<br>`]),
    ...(url === undefined ? [] : [linkTo(url, urlLabel)]),
  ]}${shown}</p>
`
}

function buttonOf(url: string, label: string): Html {
  return html`<a href="${url}" style="display:inline-block;margin:0 0 10px;padding:8px 16px;border-radius:6px;background:#0b62b8;color:#ffffff;font-weight:600;text-decoration:none">${label}</a><br>`
}

function linkTo(url: string, label: string): Html {
  return html`<a href="${url}" style="font-weight:600;color:#0b62b8">${label}</a>`
}

function postInText({ url, urlLabel }: SignalDescription): string[] {
  return url === undefined ? [] : [`${urlLabel}: ${url}`]
}

/** Ours are long, so they come last. */
function linksInText({ pageUrl, acknowledgeUrl }: SignalDescription, words: Words): string[] {
  const links = [
    [words.openInConsole, pageUrl],
    [words.buttons.acknowledge, acknowledgeUrl],
  ] as const
  return links.flatMap(([label, address]) => (address === undefined ? [] : [`${label}: ${address}`]))
}

function join(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n')
}
