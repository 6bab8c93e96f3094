import { createDatabase, createPartitions, idFloor } from '@signalpost/database'
import { dayMs } from '@signalpost/domain'
import { openStatements } from '../../stage/start-bench-postgres.ts'
import type { PagesStore } from './pages-store.ts'
import { withoutIndexes } from './without-indexes.ts'

const days = 30
/** Deliveries of one moment, like those of a batch. */
const each = 40

/**
 * Fills the ledger with a month of deliveries: nine in ten of the first workspace, and in each from four sources, of
 * which the last sends one in a thousand. Nearly all are applied; a dead letter is one in 18,181, and one in eleven of
 * them has invalid data. What is rare is spread over the month.
 */
export async function fillDeliveries(
  { databaseUrl, workspaces, nowMs }: PagesStore,
  { count, signals }: { count: number; signals: number },
): Promise<void> {
  const startMs = startOfMonth(nowMs)
  const slots = Math.ceil(count / each)
  const slotMs = (nowMs - startMs) / slots
  const slotsAtOnce = Math.ceil(slots / days)
  const { query, close } = await openStatements(databaseUrl)
  try {
    await withoutIndexes(databaseUrl, 'deliveries', async () => {
      for (let first = 0; first < slots; first += slotsAtOnce) {
        const moments = Array.from({ length: Math.min(slotsAtOnce, slots - first) }, (_, index) =>
          Math.floor(startMs + (first + index) * slotMs),
        )
        await query(statement, [
          moments.map((ms) => idFloor('', ms)),
          moments.map((ms) => new Date(ms)),
          first * each,
          each,
          signals,
          workspaces.map(({ orgId }) => orgId),
          workspaces.flatMap(({ sourceIds }) => sourceIds),
        ])
      }
    })
    await query(`select recount_ledger('')`)
    await query('vacuum analyze ledger_counts')
    // Bodies of the newest alone: a page shows one.
    await query(
      `insert into requests (request_id, source_id, received_at, trace_id, signature_headers, body, sha256)
       select request_id, source_id, received_at, 'bench', '{}', '{}', sha256('{}') from deliveries
       where delivery_id >= $1 and index = 0`,
      [idFloor('dlv_', nowMs - 3_600_000)],
    )
    await query('vacuum analyze requests')
  } finally {
    await close()
  }
}

// Numbers that follow each other are spread by a prime, so that every filter meets all of the month.
const statement = `
  insert into deliveries (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, status,
    attempts, due_at, settled_at, error, issues, record_id)
  select 'dlv_' || prefix || lpad(n::text, 16, '0'), 'dlv_' || prefix || lpad(n::text, 16, '0'), 0,
         'bat_' || prefix || '0000000000000000', ($6::text[])[workspace],
         ($7::text[])[(workspace - 1) * 4 + case when h % 1000 = 7 then 4 when h % 10 = 1 then 3 when h % 10 < 4 then 2 else 1 end],
         'evt_' || n, type, at, status, case status when 'queued' then (n % 400 = 0)::int else 1 end, at,
         case when status <> 'queued' then at end,
         case when status = 'dead' then 'boom' when status = 'ignored' and h % 50 = 0 then 'discarded by an operator' end,
         case when status = 'dead' and n % 11 = 0 then '[]'::jsonb end,
         case when type like 'signal.%' then 'sig_' || lpad((n % $5)::text, 8, '0') end
  from unnest($1::text[], $2::timestamptz[]) with ordinality slot (prefix, at, slot)
  cross join generate_series(0, $4::int - 1) i
  cross join lateral (select $3::bigint + (slot - 1) * $4::int + i as n) numbered
  cross join lateral (select n * 7919 % 1000003 as h) spread
  cross join lateral (
    select case when n % 100 = 99 then 3 when n % 100 >= 90 then 2 else 1 end as workspace,
           case when n % 18181 = 17 then 'dead' when n % 9973 = 23 then 'conflict' when n % 1999 = 5 then 'ignored'
                when h % 50 = 3 then 'duplicate' when n % 5003 = 2 then 'queued' else 'applied' end as status,
           case when n % 100003 = 11 then 'listener.updated' when h % 100 < 40 then 'signal.created'
                when h % 100 < 60 then 'signal.read' when h % 100 < 75 then 'signal.updated' when h % 100 < 88 then 'signal.assigned'
                when h % 100 < 98 then 'signal.alerted' else 'ping' end as type
  ) drawn`

function startOfMonth(nowMs: number): number {
  return Math.floor(nowMs / dayMs) * dayMs - (days - 1) * dayMs
}

/** Creates the partitions of the month that ends now, which deliveries and attempts need. */
export async function createDays({ databaseUrl, nowMs }: PagesStore): Promise<void> {
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost bench',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  try {
    await createPartitions(database, { nowMs: startOfMonth(nowMs), daysAhead: days + 1 })
  } finally {
    await database.destroy()
  }
}
