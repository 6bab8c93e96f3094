import type { Reading } from '../define-figure.ts'
import { runStatement } from '../stage/start-bench-postgres.ts'

const shownMost = 25
const microsecondsPerMillisecond = 1_000

export async function forgetStatements(superuserUrl: string): Promise<void> {
  await runStatement(superuserUrl, 'select pg_stat_statements_reset()')
}

/** Returns the time of each kind of statement since they were forgotten, and their log, for each delivery. */
export async function readStatementTimes(superuserUrl: string, deliveries: number): Promise<Reading> {
  const rows = await runStatement(
    superuserUrl,
    'select query, calls::float8, total_exec_time as ms, wal_bytes::float8 as log from pg_stat_statements',
  )
  const kinds = new Map<string, { ms: number; calls: number; log: number }>()
  for (const { query, ms, calls, log } of rows) {
    const name = nameOf(String(query))
    const known = kinds.get(name) ?? { ms: 0, calls: 0, log: 0 }
    kinds.set(name, {
      ms: known.ms + Number(ms),
      calls: known.calls + Number(calls),
      log: known.log + Number(log),
    })
  }
  const all = [...kinds].sort(([, a], [, b]) => b.ms - a.ms)
  const sum = (of: 'ms' | 'calls' | 'log'): number => all.reduce((total, [, kind]) => total + kind[of], 0)
  return {
    'statements, calls': sum('calls') / deliveries,
    'log, bytes': sum('log') / deliveries,
    'statements, µs': (sum('ms') * microsecondsPerMillisecond) / deliveries,
    ...Object.fromEntries(
      all
        .slice(0, shownMost)
        .map(([name, { ms }]) => [`  ${name}, µs`, (ms * microsecondsPerMillisecond) / deliveries]),
    ),
  }
}

/** Its verb and the first table that it names, such as `update deliveries`. */
function nameOf(query: string): string {
  const text = query.replaceAll(/\s+/g, ' ').replaceAll('"', '').trim().toLowerCase()
  const writes = /(?<!for |do )\b(insert into|update|delete from) ([a-z_.]+)/.exec(text)
  if (writes !== null) return `${writes[1]} ${writes[2]}`
  const [, table] = /\b(?:from|join) (?!unnest)([a-z_.]+)/.exec(text) ?? []
  const lock = / for update/.test(text) ? ' for update' : ''
  return table === undefined ? text.slice(0, 40) : `select from ${table}${lock}`
}
