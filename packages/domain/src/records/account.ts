import type { Account } from '../documents/account.ts'
import type { Instant } from '../instant.ts'
import { postedAtOf, type SignalState } from './signal.ts'

/** What one signal says about the account that its `accountKey` names. */
export type AccountFacts = { accountKey: string; summary: AccountSummary }

type Said = { at: Instant; signalId: string; text: string }

/** The members that come from single signals of an account, each with what it is chosen by. */
export type AccountSummary = {
  named: Said | null
  located: Said | null
  top: { version: number; score: number }
  firstAt: Instant
  lastAt: Instant
}

/** `users` are sorted by the bytes of their ids. `summary` is null if the account has no signal left. */
export type AccountState = {
  signalCount: number
  users: { userId: string; signals: number }[]
  summary: AccountSummary | null
}

export const noSignals: AccountState = { signalCount: 0, users: [], summary: null }

/** Returns undefined for a signal that is deleted or has no account. Blank texts are left out. */
export function accountFactsOf(signalId: string, state: SignalState): AccountFacts | undefined {
  const facts = state.last.document
  const scoring = state.first?.members
  if (facts?.accountKey === undefined || scoring === undefined) return undefined
  const at = postedAtOf(facts, scoring)
  const said = (text: string | undefined): Said | null =>
    text === undefined || text.trim() === '' ? null : { at, signalId, text }
  return {
    accountKey: facts.accountKey,
    summary: {
      named: said(facts.subjectOrg?.name) ?? said(facts.subjectName),
      located: said(facts.subjectOrg?.location),
      top: { version: scoring.scoreVersion ?? 1, score: scoring.relevanceScore },
      firstAt: at,
      lastAt: at,
    },
  }
}

/** Joins the summaries of two sets of signals. Associative, commutative and idempotent. */
export function joinSummaries(a: AccountSummary | null, b: AccountSummary | null): AccountSummary | null {
  if (a === null || b === null) return a ?? b
  return {
    named: latestOf(a.named, b.named),
    located: latestOf(a.located, b.located),
    top: isGreater(b.top, a.top) ? b.top : a.top,
    firstAt: isAfter(a.firstAt, b.firstAt) ? b.firstAt : a.firstAt,
    lastAt: isAfter(b.lastAt, a.lastAt) ? b.lastAt : a.lastAt,
  }
}

/** Whether the summary could differ without the signal whose summary is `left`. */
export function restsOn(summary: AccountSummary, left: AccountSummary): boolean {
  return (
    (left.named !== null && left.named.signalId === summary.named?.signalId) ||
    (left.located !== null && left.located.signalId === summary.located?.signalId) ||
    (left.top.version === summary.top.version && left.top.score === summary.top.score) ||
    left.firstAt === summary.firstAt ||
    left.lastAt === summary.lastAt
  )
}

/** Returns the account as the API shows it, or undefined if no signal has its key. */
export function accountFrom({
  accountKey,
  state: { signalCount, users, summary },
}: {
  accountKey: string
  state: AccountState
}): Account | undefined {
  if (summary === null) return undefined
  const [prefix, rest] = [accountKey.slice(0, 2), accountKey.slice(2)]
  return {
    accountKey,
    name: summary.named?.text ?? rest,
    domain: prefix === 'd:' ? rest : null,
    region: summary.located?.text ?? null,
    signalCount,
    topScore: summary.top.score,
    topScoreVersion: summary.top.version,
    firstSignalAt: summary.firstAt,
    lastSignalAt: summary.lastAt,
    assignedTo: users.map(({ userId }) => userId),
  }
}

function latestOf(a: Said | null, b: Said | null): Said | null {
  if (a === null || b === null) return a ?? b
  return isAfter(b.at, a.at) || (b.at === a.at && b.signalId > a.signalId) ? b : a
}

function isAfter(a: Instant, b: Instant): boolean {
  return a > b
}

function isGreater(a: AccountSummary['top'], b: AccountSummary['top']): boolean {
  return a.version > b.version || (a.version === b.version && a.score > b.score)
}
