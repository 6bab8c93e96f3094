import type { ClientBase, ClientConfig } from 'pg'
import { carrySettings } from './carry-settings.ts'
import { isKnown } from './is-known.ts'
import { isPooledByTransaction } from './is-pooled-by-transaction.ts'
import { sessionSettings } from './session-settings.ts'
import { SharedSessionError } from './shared-session-error.ts'

type Settings = Record<string, string>

export type SessionSettings = {
  /** Beside `sessionSettings`, or instead of them. */
  settings: Settings
  /** SQL for the values of settings that only the session can tell; null leaves a setting as it is. */
  computedSettings?: Settings | undefined
  /** Settings of the connection to the server, which behind a pooler is the pooler's own. */
  connectionSettings?: Settings | undefined
  /** Whether sessions that a pooler shares will do: each transaction then carries the settings. */
  mayShareSessions?: boolean | undefined
}

/**
 * Applies the settings to a new connection.
 *
 * @throws SharedSessionError if a pooler would hand the next transaction to another session, and that will not do
 */
export async function prepareSession(
  client: ClientBase,
  {
    settings: own,
    computedSettings = {},
    connectionSettings,
    mayShareSessions,
    config,
  }: SessionSettings & { config: ClientConfig },
): Promise<void> {
  const fixed = { ...sessionSettings, ...own }
  if (await applyToOwnSession(client, { ...fixed, ...connectionSettings }, computedSettings)) return
  const settings = { ...fixed, ...(await compute(client, computedSettings)) }
  // Right in every mode of a pooler, so the mode need not be found out.
  if (mayShareSessions) return carrySettings(client, settings)

  // Only after the check: on a shared session, settings would affect the pooler's other users.
  if (await isPooledByTransaction(client, config)) throw new SharedSessionError()
  const applied = await readRow(client, `select ${setters(settings)}`, Object.values(settings))
  const kept = await readRow(client, `select ${getters(settings)}`)
  const lost = Object.keys(settings).filter((name) => kept[name] !== applied[name])
  if (lost.length > 0) throw new SharedSessionError(lost)
}

/**
 * Returns false, with nothing set, if a process other than the one that accepted the connection answers: a pooler is in
 * between.
 */
async function applyToOwnSession(
  client: ClientBase,
  settings: Settings,
  computed: Settings,
): Promise<boolean> {
  const processId = 'processID' in client && typeof client.processID === 'number' ? client.processID : 0
  const place = Object.keys(settings).length + 1
  const row = await readRow(
    client,
    `select ${['is_own::text as is_own', setters(settings, 'is_own'), ...Object.entries(computed).map(setComputed)].join(', ')}
     from (select pg_backend_pid() = $${place}::integer as is_own) s`,
    [...Object.values(settings), processId],
  )
  return row.is_own === 'true'
}

function setComputed([name, value]: [string, string]): string {
  return `case when is_own and (${value}) is not null then set_config('${name}', (${value}), false) end`
}

async function compute(client: ClientBase, computed: Settings): Promise<Settings> {
  const columns = Object.entries(computed).map(([name, value]) => `(${value}) as "${name}"`)
  const row = columns.length === 0 ? {} : await readRow(client, `select ${columns.join(', ')}`)
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

/** @param condition SQL that must be true for the settings to apply */
function setters(settings: Settings, condition = 'true'): string {
  const set = (name: string, index: number) =>
    `case when ${condition} and ${isKnown(name)} then set_config('${name}', $${index + 1}, false) end as "${name}"`
  return Object.keys(settings).map(set).join(', ')
}

function getters(settings: Settings): string {
  return Object.keys(settings)
    .map((name) => `current_setting('${name}', true) as "${name}"`)
    .join(', ')
}

async function readRow(
  client: ClientBase,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, string | null>> {
  const { rows } = await client.query<Record<string, string | null>>(statement, values)
  return rows[0] ?? {}
}
