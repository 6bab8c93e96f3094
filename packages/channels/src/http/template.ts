import { toPlainLine, toPlainText } from '@signalpost/domain'
import type { Alert } from '../channel.ts'
import type { AlertDescription } from '../describe-alert.ts'
import { linesOfAlert } from '../lines-of-alert.ts'

/** What a template may contain, with what stands in its place. */
export const placeholders = {
  'alert.heading': 'a summary in one line',
  'alert.text': 'the whole alert as text',
  'alert.rule': 'the name of the rule',
  'alert.raisedAt': 'when it was raised',
  'alert.total': 'how many signals there are',
  'signal.id': 'the id of the best signal',
  'signal.title': 'its title',
  'signal.excerpt': 'what the post says',
  'signal.url': 'its address',
  'signal.source': 'its platform',
  'signal.urgency': 'its urgency',
  'signal.score': 'its score of 100',
  'signal.rationale': 'why it is relevant',
  'signal.nextStep': 'what to do about it',
  'signal.account': 'the account',
  'signal.author': 'who wrote it',
  'signal.pageUrl': 'the address of its page in the console',
  'signal.acknowledgeUrl': 'the address of the page on which a reader acknowledges it',
} as const

export type Placeholder = keyof typeof placeholders

export const defaultTemplate = '{"text":"{{alert.text}}","title":"{{signal.title}}","url":"{{signal.url}}"}'

/** How values are written so that they stay text: in JSON strings, in fields of a form, in markup, or as they are. */
export type Escaping = 'json' | 'form' | 'markup' | 'text'

/** The types of text in which no value can mean anything else. */
const plainTypes = ['text/plain', 'text/markdown']

const pattern = /\{\{([^{}]*)\}\}/g

/** Returns the placeholders of a template that do not exist. */
export function findUnknownPlaceholders(template: string): string[] {
  return [...template.matchAll(pattern)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !isPlaceholder(name))
}

/** Whether a template has placeholders. */
export function hasPlaceholders(template: string): boolean {
  return template.search(pattern) !== -1
}

/**
 * Fills a template. Values are escaped once, and nothing in them is read as a placeholder. Undefined if it is longer than
 * `mostBytes`, which is known before it is put together.
 */
export function fillTemplate(
  template: string,
  values: Record<Placeholder, string>,
  { escaping, mostBytes }: { escaping: Escaping; mostBytes: number },
): string | undefined {
  const escaped = new Map<string, string>()
  let bytes = Buffer.byteLength(template)
  for (const [whole, inside = ''] of template.matchAll(pattern)) {
    const name = inside.trim()
    if (!isPlaceholder(name)) continue
    const value = escaped.get(name) ?? escapeValue(values[name], escaping)
    escaped.set(name, value)
    bytes += Buffer.byteLength(value) - Buffer.byteLength(whole)
    if (bytes > mostBytes + Buffer.byteLength(template)) return undefined
  }
  if (bytes > mostBytes) return undefined
  return template.replaceAll(pattern, (whole, inside: string) => escaped.get(inside.trim()) ?? whole)
}

export function valuesOfAlert(alert: Alert, description: AlertDescription): Record<Placeholder, string> {
  const [signal] = alert.items
  const described = description.signals.find(({ signalId }) => signalId === signal?.id)
  const line = (text: string | undefined) => toPlainLine(text ?? '')
  const { lead, heading } = description
  return {
    'alert.heading': lead === undefined ? heading : `${lead}: ${heading}`,
    'alert.text': linesOfAlert(description).join('\n'),
    'alert.rule': alert.ruleName,
    'alert.raisedAt': alert.raisedAt,
    'alert.total': String(Math.max(alert.total, alert.items.length)),
    'signal.id': signal?.id ?? '',
    'signal.title': line(signal?.title),
    'signal.excerpt': toPlainText(signal?.excerpt ?? ''),
    'signal.url': signal?.url ?? '',
    'signal.source': signal?.source ?? '',
    'signal.urgency': signal?.urgency ?? '',
    'signal.score': signal === undefined ? '' : String(signal.relevanceScore),
    'signal.rationale': toPlainText(signal?.rationale ?? ''),
    'signal.nextStep': toPlainText(signal?.recommendedAction ?? ''),
    'signal.account': line(signal?.subjectOrg?.name ?? signal?.subjectName),
    'signal.author': line(signal?.author),
    'signal.pageUrl': described?.pageUrl ?? '',
    'signal.acknowledgeUrl': described?.acknowledgeUrl ?? '',
  }
}

/** Returns the escaping for a content type; undefined if values could mean something there that no escaping here prevents. */
export function findEscaping(contentType: string): Escaping | undefined {
  const type = contentType.toLowerCase().split(';', 1)[0]?.trim() ?? ''
  if (type.includes('json')) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type.includes('xml') || type.includes('html')) return 'markup'
  return plainTypes.includes(type) ? 'text' : undefined
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name)
}

const markup: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeValue(value: string, escaping: Escaping): string {
  // Escaped lone surrogates and U+0000 are valid JSON, but many readers refuse them.
  const text = value.toWellFormed().replaceAll('\u0000', '\ufffd')
  if (escaping === 'json') return JSON.stringify(text).slice(1, -1)
  if (escaping === 'form') return encodeURIComponent(text)
  if (escaping === 'markup') return text.replaceAll(/[&<>"']/g, (character) => markup[character] ?? character)
  return text
}
