import {
  dealStages,
  isOpen,
  type RegisterKind,
  registerKinds,
  type WarehouseTable,
  type Winner,
} from '@signalpost/domain'
import pg from 'pg'

/**
 * Describes, in SQL over the stored rows, the records of one table of a warehouse. Equal versions mean equal contents,
 * and a record's version only grows.
 */
export type StoredRecords = {
  /** The stored rows. */
  from: string
  /**
   * The stored rows of the records after a key, given as a literal, for a pass in the order of keys: a second table is
   * found from there too, instead of from its start.
   */
  fromAfter?: (key: string) => string
  /**
   * Those of which all that a warehouse shows is stored. Of the others, only warehouses have the contents, if any: see
   * `findLeft`. Undefined where there are no others.
   */
  fromWithContents?: string
  orgId: string
  key: string
  /** The sum of its rows' versions. Each of them only grows; the greatest would hide a row that commits late. */
  version: string
  /** Whether the record exists, rather than being deleted. */
  isThere: string
  /** The record's approximate size in bytes. */
  bytes: string
  /** What the columns read: values of the stored rows, */
  values: Readonly<Record<string, string>>
  /** and parts of these and of the `key`, extracted only if the record exists. */
  parts: Readonly<Record<string, string>>
}

/** The parts of a record whose last document wins; extracted from its state once, however many columns read them. */
const documentParts = {
  document: "state -> 'last' -> 'document'",
  members: "state -> 'first' -> 'members'",
}

// Where the earliest value wins, the state is the list of claims that could count, and the last of them does.
const currentClaims: Readonly<Record<Winner, (state: string) => string>> = {
  latest: (state) => state,
  earliest: (state) => `${state} -> -1`,
}

const signalsAndRegisters =
  'signals s left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id'

const signals: StoredRecords = {
  from: signalsAndRegisters,
  fromAfter: (key) => `${signalsAndRegisters} and r.signal_id > ${key}`,
  orgId: 's.org_id',
  key: 's.signal_id',
  version: 's.version + coalesce(r.version, 0)',
  isThere: 's.relevance_score is not null',
  bytes: 'pg_column_size(s.state) + coalesce(pg_column_size(r.state), 0)',
  values: { state: 's.state', registers: 'r.state' },
  parts: {
    ...documentParts,
    ...Object.fromEntries(registerKinds.map((kind) => [kind.name, currentValueOf(kind)])),
  },
}

function currentValueOf({ name, wins, warehouseColumns }: RegisterKind): string {
  const claim = currentClaims[wins](`registers -> ${pg.escapeLiteral(name)}`)
  // Text, unless columns are found in members of the value.
  const isWhole = warehouseColumns.every(({ from }) => from.includes(name))
  return `${claim} ${isWhole ? '->>' : '->'} 'value'`
}

const signalEvents: StoredRecords = {
  from: 'signal_events e',
  orgId: 'e.org_id',
  key: 'e.signal_event_id',
  version: 'e.version',
  isThere: 'true',
  bytes: 'pg_column_size(e)',
  values: {
    signalId: 'e.signal_id',
    register: 'e.register',
    fromValue: 'e.from_value',
    toValue: 'e.to_value',
    at: instantText('e.at'),
    eventId: 'e.event_id',
    // Empty if the change came without a delivery, for example through the API.
    sourceId: "nullif(e.source_id, '')",
  },
  parts: {},
}

const accounts: StoredRecords = {
  from: 'accounts a',
  orgId: 'a.org_id',
  key: 'a.account_key',
  version: 'a.version',
  isThere: 'coalesce(a.is_listed, false)',
  bytes: 'pg_column_size(a.state)',
  values: { state: 'a.state' },
  parts: {
    summary: "state -> 'summary'",
    signalCount: "state ->> 'signalCount'",
    userIds: "jsonb_path_query_array(state, '$.users[*].userId')",
    keyWithoutPrefix: 'substr(key, 3)',
    domain: "case when key like 'd:%' then substr(key, 3) end",
  },
}

const deals: StoredRecords = {
  from: 'deals d',
  orgId: 'd.org_id',
  key: 'd.deal_id',
  version: 'd.version',
  isThere: 'd.stage is not null',
  bytes: 'pg_column_size(d.state)',
  values: {
    state: 'd.state',
    isOpen: `(d.stage in (${dealStages.filter(isOpen).map(pg.escapeLiteral).join(', ')}))::text`,
  },
  parts: documentParts,
}

/** Of the members of a deal whose history is kept, the one that names a person. */
const personalMember = 'ownerId'

const dealEvents: StoredRecords = {
  from: 'deal_events e',
  orgId: 'e.org_id',
  key: 'e.deal_event_id',
  version: 'e.version',
  isThere: 'true',
  bytes: 'pg_column_size(e)',
  values: {
    dealId: 'e.deal_id',
    member: 'e.member',
    fromValue: 'e.from_value',
    toValue: 'e.to_value',
    fromImpersonalValue: `case when e.member <> '${personalMember}' then e.from_value end`,
    toImpersonalValue: `case when e.member <> '${personalMember}' then e.to_value end`,
    at: instantText('e.at'),
    eventId: 'e.event_id',
    sourceId: "nullif(e.source_id, '')",
  },
  parts: {},
}

/** A decision about an alert is never removed, and its number never changes. */
const dispatches: StoredRecords = {
  from: 'dispatches d',
  orgId: 'd.org_id',
  key: '(d.decision_number::text collate "C")',
  version: 'd.version',
  isThere: 'true',
  bytes: 'pg_column_size(d)',
  values: {
    // A step is decided under a key of its own in the place of a rule's.
    ruleId: 'case when d.escalation_id is null then d.rule_id end',
    channelId: 'd.channel_id',
    signalId: 'd.signal_id',
    decidedAt: instantText('d.decided_at'),
    status: 'd.status',
    reason: 'd.reason',
    sentAt: instantText('d.sent_at'),
    isInstant: 'd.is_instant::text',
    digestId: 'd.digest_id',
    escalationId: 'd.escalation_id',
    round: 'd.round::text',
    step: 'd.step::text',
  },
  parts: {},
}

const escalationSteps: StoredRecords = {
  ...dispatches,
  from: '(select * from dispatches where escalation_id is not null) d',
}

/** Rows that may be removed, or are found by joining others, leave a record that stays. */
function mirrored(table: string, members: readonly string[]): StoredRecords {
  return {
    from: `(select * from mirrored_records where table_name = ${pg.escapeLiteral(table)}) m`,
    orgId: 'm.org_id',
    key: 'm.record_id',
    version: 'm.version',
    isThere: 'm.state is not null',
    bytes: 'pg_column_size(m.state)',
    values: Object.fromEntries(members.map((member) => [member, `m.state ->> ${pg.escapeLiteral(member)}`])),
    parts: {},
  }
}

const ledgerEvents: StoredRecords = {
  from: 'ledger_events l',
  fromWithContents: '(select * from ledger_events where not has_left) l',
  orgId: 'l.org_id',
  key: 'l.delivery_id',
  version: 'l.version',
  isThere: 'true',
  bytes: 'coalesce(pg_column_size(l.event), 0)',
  values: {
    sourceId: 'l.source_id',
    eventId: 'l.event_id',
    type: 'l.type',
    status: 'l.status',
    receivedAt: instantText('l.received_at'),
    appliedAt: instantText('l.applied_at'),
    event: 'l.event',
  },
  parts: {},
}

const notes: StoredRecords = {
  from: 'notes n',
  orgId: 'n.org_id',
  key: 'n.note_id',
  version: 'n.version',
  isThere: 'true',
  bytes: 'pg_column_size(n)',
  values: {
    targetType: 'n.target_type',
    targetId: 'n.target_id',
    body: 'n.body',
    createdAt: instantText('n.created_at'),
    createdBy: 'n.created_by',
  },
  parts: {},
}

const listeners: StoredRecords = {
  from: `
    listeners l
    cross join lateral (
      select coalesce(sum(c.signal_count), 0) as signals, coalesce(sum(c.version), 0)::bigint as version
      from listener_counts c
      where c.org_id = l.org_id and c.listener_id = l.listener_id
    ) counted`,
  orgId: 'l.org_id',
  key: 'l.listener_id',
  version: 'l.version + counted.version',
  isThere: 'l.created_at is not null',
  bytes: 'pg_column_size(l.state)',
  values: { state: 'l.state', signalCount: 'counted.signals' },
  parts: documentParts,
}

const byTable = new Map(
  Object.entries({
    signals,
    signal_events: signalEvents,
    accounts,
    deals,
    deal_events: dealEvents,
    notes,
    listeners,
    dispatches,
    escalation_steps: escalationSteps,
    collections: mirrored('collections', ['name', 'description', 'createdAt']),
    saves: mirrored('saves', ['collectionId', 'signalId', 'savedAt']),
    attempts: mirrored('attempts', [
      ...['messageId', 'number', 'kind', 'dispatchId', 'digestId', 'channelId', 'signalId'],
      ...['at', 'outcome', 'httpStatus', 'durationMs'],
    ]),
    ledger_events: ledgerEvents,
    people: mirrored('people', ['name', 'email', 'role']),
  }),
)

/** `needsContents` leaves out the records of which the contents are gone. */
export function storedRecordsOf(
  table: WarehouseTable,
  { needsContents = true }: { needsContents?: boolean } = {},
): StoredRecords {
  const found = byTable.get(table.name)
  if (found === undefined) throw new Error(`Nothing is stored for a table ${table.name}.`)
  return needsContents && found.fromWithContents !== undefined
    ? { ...found, from: found.fromWithContents }
    : found
}

/** Formats an instant as `YYYY-MM-DDTHH:mm:ss.sssZ`, including year 0, which PostgreSQL calls 1 BC. */
function instantText(timestamp: string): string {
  const utc = `${timestamp} at time zone 'UTC'`
  const year = `case when extract(year from ${utc}) < 1 then '0000' else to_char(${utc}, 'YYYY') end`
  return `${year} || to_char(${utc}, '-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
