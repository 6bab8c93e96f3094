import { pipeline, type Readable } from 'node:stream'
import { type Deal, dealStages, isOpen } from '@signalpost/domain'
import pg, { type Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { crlfLines } from './crlf-lines.ts'

/**
 * The deals of a workspace as CSV (RFC 4180, UTF-8, with a header) by createdAt and id, descending, from one snapshot.
 * PostgreSQL formats the text, and a reader that is slow makes it wait. The stream holds one of the pool's connections
 * until it ends or is destroyed; a fault destroys it.
 */
export async function exportDeals(
  pool: Pool,
  {
    orgId,
    stage,
    openOnly = false,
  }: { orgId: string; stage?: Deal['stage'] | undefined; openOnly?: boolean | undefined },
): Promise<Readable> {
  const stages = dealStages.filter(
    (one) => (stage === undefined || one === stage) && (!openOnly || isOpen(one)),
  )
  const client = await pool.connect()
  try {
    await client.query('select 1') // a connection that died in the pool is told apart while there is no answer yet
  } catch (cause) {
    client.release(true)
    throw cause
  }
  const copied = client.query(copyTo(copyStatement(orgId, stages)))
  copied.on('error', () => undefined) // the pipeline passes it on, but hears nothing any more once it has ended
  return pipeline(copied, crlfLines(), (error) => client.release(error ?? undefined))
}

/** COPY takes no parameters. */
function copyStatement(orgId: string, stages: readonly string[]): string {
  const literal = pg.escapeLiteral
  return `
    copy (
      select
        ${guarded('id')} as id, ${guarded('name')} as name, ${guarded('account_key')} as "accountKey",
        ${guarded('signal_id')} as "signalId", stage, value, currency, ${guarded('owner_id')} as "ownerId",
        created_at as "createdAt", updated_at as "updatedAt"
      from (
        select
          deal_id as id, document ->> 'name' as name, document ->> 'accountKey' as account_key,
          document ->> 'signalId' as signal_id, stage, document -> 'value' ->> 'amount' as value,
          document -> 'value' ->> 'currency' as currency, document ->> 'ownerId' as owner_id,
          state -> 'first' -> 'members' ->> 'createdAt' as created_at, document ->> 'updatedAt' as updated_at
        from (
          select deal_id, stage, state, state -> 'last' -> 'document' as document
          from deals
          where org_id = ${literal(orgId)} and created_at is not null
            and stage = any (array[${stages.map(literal).join(', ')}]::text[])
          order by created_at desc, deal_id desc
          offset 0 -- each value is taken from the document once
        ) found
        offset 0
      ) exported
    ) to stdout (format csv, header)`
}

/** Text that spreadsheets would take for a formula (it begins with tab, CR, `+`, `-`, `=` or `@`) gets a leading `'`. */
function guarded(column: string): string {
  return `case when ascii(${column}) in (9, 13, 43, 45, 61, 64) then '''' || ${column} else ${column} end`
}
