import { z } from 'zod'
import { answerOf } from '../answers/answer.ts'
import { scopeRecipe } from '../answers/scope-recipe.ts'
import { columnFaults, typedColumnsOf } from '../columns.ts'
import { defineWarehouse } from '../define-warehouse.ts'
import { bucketFrom, cursorFrom, storedHashFrom } from '../from-row.ts'
import { certificateOptions, certificateSecrets, tlsOf } from '../network/certificates.ts'
import { guardOf } from '../network/guard-of.ts'
import { quote } from '../quote.ts'
import { sayGrant } from '../rights/say-grant.ts'
import { type Target, wrapTarget } from '../target.ts'
import { checkSchema } from './check-schema.ts'
import { type Connection, connect } from './connection.ts'
import { createBatchWriter } from './create-batch-writer.ts'
import { dropTables } from './drop-tables.ts'
import { faultOf } from './fault-of.ts'
import { findColumns } from './find-columns.ts'
import { findGrant } from './find-grant.ts'
import { checkReader, grantReading } from './preparing/grant-reading.ts'
import { prepareTable } from './preparing/prepare-table.ts'
import { removeRepeated } from './preparing/restore-key.ts'
import { cursorStatementsFor, statementsFor, types } from './statements.ts'

const defaultSchema = 'signalpost'
/** People wait for the answer. */
const askTimeoutMs = 20_000

const settings = z.strictObject({
  schema: z
    .string()
    .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
      message: 'expected a schema of up to 63 lower-case letters, digits and _, not beginning with pg_',
    })
    .default(defaultSchema),
  grantRead: z.string().min(1).max(63).optional(),
})

const urlForm = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'

const secrets = z.strictObject({
  url: z.string().refine((url) => /^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url), {
    message: `expected ${urlForm}`,
  }),
  ...certificateSecrets,
})

/** A schema of a PostgreSQL database; TLS follows the URL's `sslmode`. */
export const postgres = defineWarehouse({
  kind: 'postgres',
  title: 'PostgreSQL',
  summary: 'Keep a schema of a PostgreSQL database in sync',
  isBeta: false,
  settings,
  secrets,
  options: {
    url: { secret: 'text or file', description: urlForm },
    ...certificateOptions,
    schema: { placeholder: '<name>', description: `the schema of the tables (default: ${defaultSchema})` },
    grantRead: {
      placeholder: '<role>',
      description: 'a role that may read the schema, its tables and views; later ones too',
    },
  },
  locationOf: ({ settings: { schema }, secrets: { url } }) => `${databaseOf(url)}, schema ${schema}`,
  recipes: {
    engine: 'postgres',
    preambleOf: ({ schema }) => `set search_path to ${quote(schema)};`,
    areAnswered: true,
  },
  optionalPackages: {},
  looksAgainAfterMs: 20_000,
  losses: {},
  open: async ({ orgId, settings: { schema, grantRead }, secrets: { url, ...certificates }, ...access }) => {
    const connection = await connect({ url, tls: tlsOf(certificates) }, guardOf(access))
    try {
      await checkSchema(connection, schema)
      if (grantRead !== undefined) await checkReader(connection, { schema, reader: grantRead })
    } catch (cause) {
      await connection.close()
      throw cause
    }
    const role = decodeURIComponent(new URL(url).username)
    return wrapTarget(openTarget(connection, { orgId, schema, reader: grantRead }), (call) =>
      sayGrant(call, (cause) => findGrant(cause, { schema, role })),
    )
  },
  faultOf,
})

/** Returns `host:port/database`; a host may also be in the query, such as a socket's. */
function databaseOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return `${host}${port === '' ? '' : `:${port}`}${decodeURIComponent(pathname)}`
}

function openTarget(
  connection: Connection,
  { orgId, schema, reader }: { orgId: string; schema: string; reader: string | undefined },
): Target {
  const { query } = connection
  const cursors = cursorStatementsFor(schema)

  return {
    readCursor: async (table) => {
      if ((await findColumns(connection, schema, cursors.name)) === undefined) return undefined
      const [row] = await query(cursors.read, [orgId, table.name])
      if (row === undefined || (await findColumns(connection, schema, table.name)) === undefined)
        return undefined
      return cursorFrom(row)
    },
    findFaults: async (table) => {
      const found = await findColumns(connection, schema, table.name)
      return found && columnFaults(typedColumnsOf(table, types), found)
    },
    lacksView: async (table) => {
      const [view] = await query(statementsFor(table, schema).lacksView)
      return view?.lacks === true
    },
    lacksKey: async (table) => {
      const [key] = await query(statementsFor(table, schema).lacksKey)
      return key?.lacks === true
    },
    prepare: async (table) => {
      await prepareTable(connection, { table, schema })
      if (reader !== undefined) await grantReading(connection, { table, schema, reader })
    },
    writeCursor: async ({ name }, { position, rewriteUntil, version, history }) => {
      await query(cursors.write, [orgId, name, position, rewriteUntil, version, history])
    },
    moveCursor: async ({ table: { name, version }, from, to, history }) => {
      await query(cursors.move, [orgId, name, from, to, version, null, history])
    },
    ...createBatchWriter(connection, { orgId, schema }),
    checksum: async (table, digits) => {
      const rows = await query(statementsFor(table, schema).checksum, [orgId, digits])
      return rows.map(bucketFrom)
    },
    checksumPrinted: async (table, digits) => {
      const rows = await query(statementsFor(table, schema).checksumPrinted, [orgId, digits])
      return rows.map(bucketFrom)
    },
    listHashes: async (table, prefixes) => {
      const rows = await query(statementsFor(table, schema).listHashes, [orgId, prefixes])
      return rows.map(storedHashFrom)
    },
    mend: (table) => removeRepeated(connection, { table, schema }),
    removeRows: async (table, keys) => {
      await query(statementsFor(table, schema).removeRows, [orgId, keys])
    },
    ask: ({ sql, most }) =>
      connection.transact(async () => {
        await query(`set transaction read only`)
        await query(`set local statement_timeout = ${askTimeoutMs}`)
        const scoped = scopeRecipe(sql, { tableOf: (name) => `${quote(schema)}.${quote(name)}`, most })
        // As JSON, dates and sums are as the engine writes them.
        const rows = await query(`select row_to_json(answer) as answer from (${scoped}) answer`, [orgId])
        // The cast: the driver reads JSON.
        return answerOf(rows.map(({ answer }) => answer as Record<string, unknown>))
      }),
    dropTables: (tables) => dropTables(connection, { tables, orgId, schema }),
    close: connection.close,
  }
}
