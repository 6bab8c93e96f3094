import type pg from 'pg'

/** The stored states of a workspace's records by `<record> <id>`, as `foldEvents` computes them. */
export async function readStates(client: pg.ClientBase, orgId: string): Promise<Map<string, unknown>> {
  const { rows } = await client.query<{ key: string; state: unknown }>(
    `select 'listener ' || listener_id as key, state from listeners where org_id = $1
     union all select 'signal ' || signal_id, state from signals where org_id = $1
     union all select 'registers ' || signal_id, state from signal_registers where org_id = $1
     union all select 'deal ' || deal_id, state from deals where org_id = $1`,
    [orgId],
  )
  return new Map(rows.map((row) => [row.key, row.state]))
}
