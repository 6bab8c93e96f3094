import type { Database } from '@signalpost/database'
import { sql } from 'kysely'

/** Returns the steps of a workspace's escalations, as `round.step status reason`. */
export async function readSteps(database: Database, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ round: number; step: number; status: string; reason: string | null }>`
    select round, step, status, reason from dispatches
    where org_id = ${orgId} and escalation_id is not null order by signal_id, round, step`.execute(database)
  return rows.map(({ round, step, status, reason }) => `${round}.${step} ${status} ${reason}`)
}
