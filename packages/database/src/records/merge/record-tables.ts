import {
  accountFactsOf,
  currentClaim,
  type Instant,
  postedAtOf,
  type RecordName,
  type RecordStates,
  registerKinds,
  type SignalRegisters,
} from '@signalpost/domain'
import { timestampOf } from './timestamp-of.ts'

/** The columns of `signal_registers` that hold values, each with its register. */
const registerColumns = registerKinds.flatMap(({ name, column }) =>
  column === undefined ? [] : [{ register: name, member: undefined, ...column }],
)

function registerColumnsOf(registers: SignalRegisters): Record<string, string | null> {
  const columns: Record<string, string | null> = {}
  for (const { register, name, type, member } of registerColumns) {
    const value: unknown = currentClaim(registers, register)?.value ?? null
    const text = textOf(value, member)
    columns[name] = text !== null && type === 'instant' ? timestampOf(text) : text
  }
  return columns
}

function textOf(value: unknown, member: string | undefined): string | null {
  if (value === null || member === undefined) return value as string | null
  return (value as Record<string, string>)[member] ?? null
}

type Column = string | number | boolean | null

/** How a record is stored: its table, and the columns read from its state for filters and sorting. */
export type RecordTable<Name extends RecordName = RecordName> = {
  record: Name
  table: string
  id: string
  columns: string[]
  /** Columns that keep their first value. */
  keptColumns: string[]
  columnsOf(
    this: void,
    state: RecordStates[Name],
    record: { id: string; now: Instant },
  ): Record<string, Column>
}

const listeners = defineRecordTable({
  record: 'listener',
  table: 'listeners',
  id: 'listener_id',
  columns: ['created_at'],
  keptColumns: [],
  columnsOf: ({ last, first }) => ({
    created_at: last.document === null ? null : optionalTimestamp(first?.members.createdAt),
  }),
})

const signals = defineRecordTable({
  record: 'signal',
  table: 'signals',
  id: 'signal_id',
  columns: [
    'listener_id',
    'source',
    'classification',
    'signal_category',
    'urgency',
    'account_key',
    'score_version',
    'relevance_score',
    'posted_at',
    'names_account',
    'locates_account',
    'stored_at',
  ],
  keptColumns: ['stored_at'],
  columnsOf: (state, { id, now }) => {
    const { last, first } = state
    const facts = last.document
    if (facts === null || first === null) return {}
    const account = accountFactsOf(id, state)?.summary
    return {
      listener_id: facts.listenerId,
      source: facts.source,
      classification: facts.classification,
      signal_category: facts.signalCategory ?? null,
      urgency: facts.urgency ?? null,
      account_key: facts.accountKey ?? null,
      score_version: first.members.scoreVersion ?? null,
      relevance_score: first.members.relevanceScore,
      posted_at: timestampOf(postedAtOf(facts, first.members)),
      names_account: account === undefined ? null : account.named !== null,
      locates_account: account === undefined ? null : account.located !== null,
      stored_at: now,
    }
  },
})

const registers = defineRecordTable({
  record: 'registers',
  table: 'signal_registers',
  id: 'signal_id',
  columns: registerColumns.map(({ name }) => name),
  keptColumns: [],
  columnsOf: registerColumnsOf,
})

const deals = defineRecordTable({
  record: 'deal',
  table: 'deals',
  id: 'deal_id',
  columns: ['stage', 'created_at'],
  keptColumns: [],
  columnsOf: ({ last, first }) =>
    last.document === null
      ? {}
      : { stage: last.document.stage, created_at: optionalTimestamp(first?.members.createdAt) },
})

/** In the order in which every writer locks them; accounts come before deals. */
export const recordTables = { listeners, signals, registers, deals }

function defineRecordTable<Name extends RecordName>(table: RecordTable<Name>): RecordTable<Name> {
  return table
}

function optionalTimestamp(instant: Instant | null | undefined): string | null {
  return instant === null || instant === undefined ? null : timestampOf(instant)
}
