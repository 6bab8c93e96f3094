import type { PageCase } from './page-case.ts'

/** With a signal that escalates, of an escalation that the pages before made. */
export const overviewPages: PageCase = async ({ console, orgId }) => {
  await console.pool.query(
    `insert into escalation_runs (org_id, escalation_id, signal_id, stored_at, round, step, due_at)
     select org_id, escalation_id, 'sig_escalates', now(), 1, 1, now() + interval '1 hour'
     from escalations where org_id = $1 and ended_at is null`,
    [orgId],
  )
  return [['Overview', `/w/${orgId}/overview`]]
}
