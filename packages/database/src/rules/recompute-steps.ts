import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { lockEscalating } from '../dispatches/escalations/escalation-runs.ts'

/** Has workers compute at once when each step of an edited escalation that was not sent is due. */
export async function recomputeSteps(
  transaction: DatabaseTransaction,
  { orgId, escalationId }: { orgId: string; escalationId: string },
): Promise<void> {
  // Ends of runs lock them in another order.
  await lockEscalating(transaction, { orgId, as: 'ender' })
  // Runs before messages: a worker that writes a step holds its run, so none is written beside this.
  await sql`
    update escalation_runs set due_at = to_timestamp(0)
    where escalation_id = ${escalationId} and ended_at is null`.execute(transaction)
  const written = sql`
    org_id = ${orgId} and starts_with(rule_id, ${escalationId} || '.') and status = 'pending' and not is_replay`
  // Waits for senders that postpone a step to the old hours; the next statement sees what they wrote.
  await sql`select from messages where ${written} order by message_id for update`.execute(transaction)
  await sql`
    update messages set due_at = created_at
    where ${written} and reason in ('business_hours', 'not_due')`.execute(transaction)
}
