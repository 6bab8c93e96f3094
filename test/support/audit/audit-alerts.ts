import type { ReceivedWebhook } from '@signalpost/testing'
import pg from 'pg'
import { alertInvariants } from './alert-invariants.ts'
import { describeViolation, type Violation } from './audit-ledger.ts'

export type AlertAudit = {
  /** Decisions by status. */
  decided: Record<string, number>
  /** Copies that arrived after the first of each alert. */
  extraCopies: number
  /** Everything that is wrong. */
  complaints: string[]
}

const examplesShown = 5

/** Compares the decisions in a workspace with one rule and one channel with the receiver's book. */
export async function auditAlerts({
  databaseUrl,
  orgId,
  minScore,
  requests,
}: {
  databaseUrl: string
  orgId: string
  /** The score from which the rule matches. */
  minScore: number
  requests: readonly ReceivedWebhook[]
}): Promise<AlertAudit> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'signalpost audit' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const copies = countCopies(requests)
    await loadBook(client, { orgId, minScore, copies })
    const violations: Violation[] = []
    for (const { name, sql } of alertInvariants) {
      const { rows } = await client.query<{ example: string; count: number }>(
        `select example, (count(*) over ())::int as count from (${sql}) broken limit ${examplesShown}`,
      )
      const [first] = rows
      if (first === undefined) continue
      violations.push({
        ...{ invariant: name, count: first.count, examples: rows.map(({ example }) => example) },
      })
    }
    const { rows: decided } = await client.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from alerts group by status order by status',
    )
    return {
      decided: Object.fromEntries(decided.map(({ status, count }) => [status, count])),
      extraCopies: [...copies.values()].reduce((sum, count) => sum + count - 1, 0),
      complaints: violations.map(describeViolation),
    }
  } finally {
    await client.end()
  }
}

/** What a receiver refused did not arrive. */
function countCopies(requests: readonly ReceivedWebhook[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { answer, body } of requests) {
    if (typeof answer === 'number' && answer >= 300) continue
    for (const id of new Set(body.toString('utf8').match(/sig_\d{6}x/g))) {
      copies.set(id, (copies.get(id) ?? 0) + 1)
    }
  }
  return copies
}

async function loadBook(
  client: pg.Client,
  { orgId, minScore, copies }: { orgId: string; minScore: number; copies: Map<string, number> },
): Promise<void> {
  await client.query(`
    create temporary table received (signal_id text collate "C" primary key, copies int) on commit drop;
    create temporary table alerts on commit drop as
      select signal_id, status, reason from dispatches where org_id = ${pg.escapeLiteral(orgId)};
    create temporary table tried on commit drop as
      select m.signal_id, count(*) as attempts, count(*) filter (where a.outcome = 'ambiguous') as ambiguous
      from messages m join attempts a using (message_id)
      where m.org_id = ${pg.escapeLiteral(orgId)} group by m.signal_id;
    create temporary table matched on commit drop as
      select signal_id, relevance_score >= ${minScore} as is_matched from signals
      where org_id = ${pg.escapeLiteral(orgId)} and relevance_score is not null;
    create temporary table sent_signals on commit drop as
      select substr(event_id, 5) as signal_id from deliveries
      where org_id = ${pg.escapeLiteral(orgId)} and status = 'applied'`)
  await client.query('insert into received select * from unnest($1::text[], $2::int[])', [
    [...copies.keys()],
    [...copies.values()],
  ])
}
