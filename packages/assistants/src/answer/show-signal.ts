import { findTeamNames } from '@signalpost/database/people'
import { quoteLine, quoteText, quoteUrl, type Signal, strangersText } from '@signalpost/domain'
import type { ToolServices } from '../define-tool.ts'
import { accountReference, consoleAddress, personName, plainId, plainInstant, strange } from './texts.ts'

const mostOfLine = 300

/** How much of texts is shown, in characters. */
export type TextSize = { readonly excerpt: number; readonly from?: number; readonly derived: number }

export const shortTexts: TextSize = { excerpt: 400, derived: 200 }

/** Shows signals as answers have them: values as the API's, texts of strangers quoted. */
export async function showSignals(
  { database, consoleUrl }: Pick<ToolServices, 'database' | 'consoleUrl'>,
  signals: readonly Signal[],
  size: TextSize = shortTexts,
) {
  const names = await findTeamNames(database, {
    orgId: signals[0]?.orgId ?? '',
    personIds: signals.flatMap(({ assignedTo }) => assignedTo?.userId ?? []),
  })
  return signals.map((signal) => showSignal(signal, { names, consoleUrl, size }))
}

function showSignal(
  signal: Signal,
  { names, consoleUrl, size }: { names: ReadonlyMap<string, string>; consoleUrl: string; size: TextSize },
) {
  const { assignedTo, accountKey } = signal
  return {
    id: plainId(signal.id),
    score: signal.relevanceScore,
    scoreVersion: signal.scoreVersion,
    classification: signal.classification,
    signalCategory: signal.signalCategory,
    urgency: signal.urgency,
    source: signal.source,
    listenerId: plainId(signal.listenerId),
    postedAt: plainInstant(signal.postedAt),
    accountKey: accountKey === undefined ? undefined : accountReference(accountKey),
    assignedTo: assignedTo && showUser(assignedTo.userId, names),
    verdict: signal.feedback?.verdict,
    readAt: signal.readAt === undefined ? undefined : plainInstant(signal.readAt),
    alertedAt: signal.alertedAt === undefined ? undefined : plainInstant(signal.alertedAt),
    consoleUrl: consoleAddress(consoleUrl, signal.orgId, 'signals', signal.id),
    quoted: quotedOf(signal, size),
    derived: derivedOf(signal, size.derived),
  }
}

/** A user by their id, and by what they are called. */
export function showUser(userId: string, names: ReadonlyMap<string, string>) {
  const name = names.get(userId)
  return { id: plainId(userId), name: name === undefined ? undefined : personName(name) }
}

function quotedOf(signal: Signal, { excerpt: most, from = 0 }: TextSize) {
  const line = (text: string | undefined) => quoteOptional(text, mostOfLine)
  const [title, author] = [line(signal.title), line(signal.author)]
  const text = strange(signal.excerpt)
  const excerpt = text && quoteText(text, { most, from })
  const hidden = [title, author, excerpt].reduce((sum, quote) => sum + (quote?.hidden ?? 0), 0)
  return {
    title: title?.text,
    excerpt: excerpt?.text,
    author: author?.text,
    url: quoteUrl(strangersText(signal.url)),
    cut: excerpt?.cut || undefined,
    hidden: hidden || undefined,
  }
}

function derivedOf(signal: Signal, most: number) {
  const text = (given: string | undefined) => quoteOptional(given, most)?.text
  return {
    need: text(signal.inferredNeed),
    situation: text(signal.situation),
    angle: text(signal.suggestedAngle),
    company: text(signal.subjectOrg?.name ?? signal.subjectName),
    region: text(signal.subjectOrg?.location),
    rationale: text(signal.rationale),
  }
}

/** Quotes a text that may be missing, as one line. */
export function quoteOptional(text: string | null | undefined, most = mostOfLine) {
  const strangers = strange(text)
  return strangers && quoteLine(strangers, { most })
}
