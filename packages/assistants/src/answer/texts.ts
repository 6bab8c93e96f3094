import {
  type Instant,
  idSchema,
  instantSchema,
  quoteLine,
  quoteText,
  accountReference as referenceOf,
  type StrangersText,
  strangersText,
  toPlainText,
} from '@signalpost/domain'
import type { OursText, PlainText } from './answerable.ts'

const mostOfName = 200

/** Returns an id as an answer shows it. */
export function plainId(id: string): PlainText {
  return idSchema.parse(id) as PlainText
}

/** Returns a moment as an answer shows it. */
export function plainInstant(instant: Instant): PlainText {
  return instantSchema.parse(instant) as PlainText
}

/** Returns an address of the console, whose segments are escaped. */
export function consoleAddress(consoleUrl: string, orgId: string, ...segments: readonly string[]): PlainText {
  const path = ['w', orgId, ...segments].map(encodeURIComponent).join('/')
  return `${consoleUrl.replace(/\/$/, '')}/${path}` as PlainText
}

/** Adds words from fixed sets to an address, as the filters of its page. */
export function withQuery(address: PlainText, query: Record<string, string>): PlainText {
  const search = new URLSearchParams(query).toString()
  return search === '' ? address : (`${address}?${search}` as PlainText)
}

/** A date such as 2026-11-16, a word from a fixed set of the store, or a sealed cursor. */
export function plainWord(word: string): PlainText {
  if (!/^[\w.=-]{1,4000}$/.test(word))
    throw new Error('A word of an answer has other characters than words have.')
  return word as PlainText
}

/** Returns what a person is called. It stands beside their id, so that a reader need not look it up. */
export function personName(name: string): PlainText {
  return quoteLine(strangersText(name), { most: 100 }).text as string as PlainText
}

/** Returns a text of a member, cleaned and cut. */
export function oursText(text: string, most = mostOfName): OursText {
  return quoteText(strangersText(text), { most }).text as string as OursText
}

/** The same for a name: one line. */
export function oursLine(text: string, most = mostOfName): OursText {
  return quoteLine(strangersText(text), { most }).text as string as OursText
}

/** Returns the key of an account as an answer shows it. */
export function accountReference(accountKey: string): PlainText {
  return referenceOf(accountKey) as PlainText
}

/** Marks a text of a signal or an account, which strangers wrote, as people read it: without its markup. */
export function strange(text: string | null | undefined): StrangersText | undefined {
  const plain = toPlainText(text ?? '')
  return plain === '' ? undefined : strangersText(plain)
}
