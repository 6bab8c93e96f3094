import { type Listener, type ListenerState, listenerFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { containsWords } from './contains-words.ts'
import { type CreatedRecord, isBehind } from './created-record.ts'

type Row = { id: string; state: ListenerState; signalCount: number }

/** Finds a listener; undefined when it is missing, deleted or of another workspace. */
export async function findListener(
  database: Database,
  { orgId, listenerId }: { orgId: string; listenerId: string },
): Promise<Listener | undefined> {
  const { rows } = await sql<Row>`
    ${selectListeners} where l.org_id = ${orgId} and l.listener_id = ${listenerId}`.execute(database)
  return listenersOf(orgId, rows)[0]
}

/** Returns listeners after `after`, of one mode and with these words in the name if they are given, by createdAt and id, descending. */
export async function listListeners(
  database: Database,
  {
    orgId,
    mode,
    words = '',
    after,
    limit,
  }: {
    orgId: string
    mode?: Listener['mode'] | undefined
    words?: string | undefined
    after?: CreatedRecord | undefined
    limit: number
  },
): Promise<Listener[]> {
  const isMeant = sql.join(
    [
      mode === undefined ? sql`true` : sql`l.state #>> '{last,document,mode}' = ${mode}`,
      ...containsWords(sql`l.state #>> '{last,document,name}'`, words),
    ],
    sql` and `,
  )
  const { rows } = await sql<Row>`
    ${selectListeners}
    where l.org_id = ${orgId} and l.created_at is not null and ${isBehind(after, 'l.created_at', 'l.listener_id')}
      and ${isMeant}
    order by l.created_at desc, l.listener_id desc
    limit ${limit}`.execute(database)
  return listenersOf(orgId, rows)
}

const selectListeners = sql`
  select l.listener_id as id, l.state,
    (select coalesce(sum(c.signal_count), 0)::integer from listener_counts c
     where c.org_id = l.org_id and c.listener_id = l.listener_id) as "signalCount"
  from listeners l`

function listenersOf(orgId: string, rows: Row[]): Listener[] {
  return rows.map((row) => listenerFrom({ orgId, ...row })).filter((listener) => listener !== undefined)
}
