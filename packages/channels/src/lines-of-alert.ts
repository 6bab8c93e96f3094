import type { AlertDescription } from './describe-alert.ts'
import { type SignalDescription, sayStatus } from './describe-signal.ts'
import { cutText } from './text/cut-text.ts'
import type { Words } from './words/words.ts'

const maxTitle = 300
const maxReason = 700
const maxQuote = 2_000
const maxShortReason = 300

/** Returns an alert as plain text, for receivers without a layout: one signal in full, several in short. */
export function linesOfAlert(alert: AlertDescription): string[] {
  const { lead, heading, origin, signals, rest: left, isSingle, words } = alert
  const [signal] = signals
  const first = lead === undefined ? [] : [lead]
  if (isSingle && signal !== undefined) return [...first, ...linesInFull(signal, words), origin]
  const rest = left === undefined ? [] : ['', left]
  return [
    ...first,
    heading,
    ...signals.flatMap((one, index) => ['', ...linesInShort(one, index, words)]),
    ...rest,
    '',
    origin,
  ]
}

function linesInFull(signal: SignalDescription, words: Words): string[] {
  const { headline, title, score, facts, reasons, quote } = signal
  return [
    headline,
    cutText(title, maxTitle),
    [score, ...facts].join(' · '),
    ...statusLines(signal),
    ...reasons.map(({ label, text }) => `${label}: ${cutText(text, maxReason)}`),
    ...(quote === undefined ? [] : [`“${cutText(quote, maxQuote)}”`]),
    ...linesOfLinks(signal, words),
  ]
}

function linesInShort(signal: SignalDescription, index: number, words: Words): string[] {
  const { headline, title, score, reasons } = signal
  const [why] = reasons
  return [
    `${index + 1}. ${cutText(title, maxTitle)}`,
    `${headline} · ${score}`,
    ...statusLines(signal),
    ...(why === undefined ? [] : [cutText(why.text, maxShortReason)]),
    ...linesOfLinks(signal, words),
  ]
}

function statusLines({ status }: SignalDescription): string[] {
  const said = sayStatus(status)
  return said === undefined ? [] : [said]
}

/** Long addresses come last. */
function linesOfLinks({ url, pageUrl, acknowledgeUrl }: SignalDescription, words: Words): string[] {
  return [
    ...(url === undefined ? [] : [url]),
    ...(pageUrl === undefined ? [] : [`${words.openInConsole}: ${pageUrl}`]),
    ...(acknowledgeUrl === undefined ? [] : [`${words.buttons.acknowledge}: ${acknowledgeUrl}`]),
  ]
}
