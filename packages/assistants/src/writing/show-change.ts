import type { Database } from '@signalpost/database'
import type { ShownChange, ShownFact } from '@signalpost/database/assistant-calls'
import { findTeamNames } from '@signalpost/database/people'
import { findDeal, findSignal } from '@signalpost/database/records'
import {
  type Deal,
  formatMoney,
  isOwnId,
  quoteLine,
  quoteText,
  RejectedError,
  strangersText,
  toPlainText,
} from '@signalpost/domain'
import type { Tool, ToolServices } from '../define-tool.ts'
import type { Question } from './yes.ts'

const mostOfLine = 300

/** Says in words what a call changes. Throws RejectedError `not_found` where it names what there is not. */
export async function showChange(
  services: Pick<ToolServices, 'database'>,
  { tool, need, question: { caller, input } }: { tool: Tool; need: string; question: Question },
): Promise<ShownChange> {
  if (tool.describe === undefined)
    throw new Error(`${tool.name} has no words for the question that asks for a yes.`)
  // The cast: the input was parsed by the tool's own schema.
  const facts = await tool.describe(services, { caller, input: input as never })
  return { title: tool.title, reason: need, facts: [...facts] }
}

/** Writes a change as plain text. A text of several lines is set apart, so that none of them reads as a fact. */
export function writeChange({ title, reason, facts }: ShownChange): string {
  const lines = facts.map(({ label, text }) => `${label}: ${text.replaceAll('\n', '\n> ')}`)
  return [`${reason} ${title}?`, ...lines].join('\n')
}

/** Returns a text of anyone as one clean line. */
export function cleanLine(text: string): string {
  return quoteLine(strangersText(text), { most: mostOfLine }).text
}

/** Returns a text of anyone, cleaned, with its lines. */
export function cleanText(text: string, most: number): string {
  return quoteText(strangersText(text), { most }).text
}

/** Names a signal by its title. Throws RejectedError `not_found`. */
export async function showSignalFact(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
  label = 'Signal',
): Promise<{ fact: ShownFact; assignedTo: string | null }> {
  const signal = await findSignal(database, { orgId, signalId })
  if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
  const text = cleanLine(toPlainText(signal.title)) || signalId
  const fact = { label, text, record: { type: 'signal' as const, id: signalId } }
  return { fact, assignedTo: signal.assignedTo?.userId ?? null }
}

/** Names a deal. Throws RejectedError `not_found`. */
export async function showDealFact(
  database: Database,
  { orgId, dealId }: { orgId: string; dealId: string },
  label = 'Deal',
): Promise<{ fact: ShownFact; deal: Deal }> {
  const deal = await findDeal(database, { orgId, dealId })
  if (deal === undefined) throw new RejectedError('not_found', 'There is no such deal.')
  return { fact: { label, text: cleanLine(deal.name), record: { type: 'deal', id: dealId } }, deal }
}

/** Returns a function that names members by what they are called, without addresses, and users elsewhere by their id. */
export async function nameMembers(
  database: Database,
  { orgId, personId }: { orgId: string; personId: string },
  ids: readonly (string | null | undefined)[],
): Promise<(id: string | null) => string> {
  const idOf = (id: string): string => (id === 'me' ? personId : id)
  const personIds = ids.flatMap((id) => (typeof id === 'string' ? idOf(id) : []))
  const names = await findTeamNames(database, { orgId, personIds })
  const nameless = (id: string): string => {
    if (id === personId) return 'you'
    return isOwnId(id) ? 'someone without a name' : id
  }
  return (id) => (id === null ? 'no one' : cleanLine(names.get(idOf(id)) ?? nameless(idOf(id))))
}

/** Says what a member of a record was and becomes. */
export function showStep(label: string, from: string, to: string): ShownFact {
  return { label, text: from === to ? to : `${from} → ${to}` }
}

export function showMoney(money: Deal['value']): string {
  return money === null ? 'none' : formatMoney(money.amount, money.currency)
}
