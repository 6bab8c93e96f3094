import type { AlertDescription } from './describe-alert.ts'
import type { SignalDescription } from './describe-signal.ts'
import { cutText } from './text/cut-text.ts'

const maxTitle = 300
const maxReason = 700
const maxQuote = 2_000
const maxShortReason = 300

/** Returns an alert as plain text, for receivers without a layout: one signal in full, several in short. */
export function linesOfAlert(alert: AlertDescription): string[] {
  const { heading, origin, signals, rest: left, isSingle } = alert
  const [signal] = signals
  if (isSingle && signal !== undefined) return [...linesInFull(signal), origin]
  const rest = left === undefined ? [] : ['', left]
  return [heading, ...signals.flatMap((one, index) => ['', ...linesInShort(one, index)]), ...rest, '', origin]
}

function linesInFull({ headline, title, score, facts, url, reasons, quote }: SignalDescription): string[] {
  return [
    headline,
    cutText(title, maxTitle),
    [score, ...facts].join(' · '),
    ...(url === undefined ? [] : [url]),
    ...reasons.map(({ label, text }) => `${label}: ${cutText(text, maxReason)}`),
    ...(quote === undefined ? [] : [`“${cutText(quote, maxQuote)}”`]),
  ]
}

function linesInShort({ headline, title, score, url, reasons }: SignalDescription, index: number): string[] {
  const [why] = reasons
  return [
    `${index + 1}. ${cutText(title, maxTitle)}`,
    `${headline} · ${score}`,
    ...(why === undefined ? [] : [cutText(why.text, maxShortReason)]),
    ...(url === undefined ? [] : [url]),
  ]
}
