import { pipeline, type Readable } from 'node:stream'
import { type Deal, stagesOf, TransientError } from '@signalpost/domain'
import pg, { type Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { crlfLines } from './crlf-lines.ts'

/** Separate, because the library's types lack its own query_timeout. */
const begin = { text: 'begin read only', query_timeout: 1_000 }

/**
 * Exports the deals of a workspace as CSV (RFC 4180, UTF-8, with a header) by createdAt and id, descending, from one
 * snapshot. PostgreSQL formats the text, and a slow reader makes it wait. The stream holds one of the pool's
 * connections until it ends or is destroyed. A fault destroys it, and so does taking longer than `timeoutMs`.
 */
export async function exportDeals(
  pool: Pool,
  {
    orgId,
    timeoutMs = 10 * 60_000,
    ...filters
  }: {
    orgId: string
    stage?: Deal['stage'] | undefined
    /** Only deals that are open, or only those that are not. */
    open?: boolean | undefined
    timeoutMs?: number
  },
): Promise<Readable> {
  const client = await pool.connect()
  try {
    // Detects a connection that died in the pool before the answer begins.
    await client.query(begin)
    // Those of its pool may be shorter. The timer below ends it first.
    await client.query(`set local statement_timeout = ${2 * timeoutMs}`)
  } catch (cause) {
    client.release(true)
    throw cause
  }
  const copied = client.query(copyTo(copyStatement(orgId, stagesOf(filters))))
  copied.on('error', () => undefined) // the pipeline reports it, but not after its end
  const csv = pipeline(copied, crlfLines(), (error) => {
    clearTimeout(timer)
    if (error) client.release(error)
    else
      client.query('commit').then(
        () => client.release(),
        (cause: Error) => client.release(cause),
      )
  })
  const timer = setTimeout(() => csv.destroy(new TransientError('The export took too long.')), timeoutMs)
  return csv
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

/** Text that spreadsheets would read as a formula (it begins with tab, CR, `+`, `-`, `=` or `@`) gets a leading `'`. */
function guarded(column: string): string {
  return `case when ascii(${column}) in (9, 13, 43, 45, 61, 64) then '''' || ${column} else ${column} end`
}
