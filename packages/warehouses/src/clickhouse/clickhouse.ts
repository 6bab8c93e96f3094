import { reach } from '@signalpost/runtime'
import { z } from 'zod'
import { columnFaults } from '../columns.ts'
import { currentNameOf } from '../comments.ts'
import { defineWarehouse } from '../define-warehouse.ts'
import { bucketFrom, cursorFrom, storedHashFrom } from '../from-row.ts'
import { certificateOptions, certificateSecrets, tlsOf } from '../network/certificates.ts'
import { guardOf } from '../network/guard-of.ts'
import { sayGrant } from '../rights/say-grant.ts'
import type { StoredHash, Target } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { type Connection, connect } from './connection.ts'
import { dropTables } from './drop-tables.ts'
import { accessDenied, faultOf } from './fault-of.ts'
import { findColumns } from './find-columns.ts'
import { lacksView, prepareTable } from './prepare-table.ts'
import { quote } from './quote.ts'
import { readExtent } from './read-extent.ts'
import { cursorStatementsFor, cursorsName, losses, statementsFor, typedColumnsOf } from './statements.ts'

/** All that a sync does. `ALTER` includes columns that come later, comments, and the deletion of rows. */
const rights = 'SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW'

/** Returns the statement that grants what a user lacks for a sync; undefined for another error. */
function findGrant(error: Error, { database, user }: { database: string; user: string }): string | undefined {
  if (!('code' in error && error.code === accessDenied)) return undefined
  const all = /\bCREATE DATABASE\b/.test(error.message) ? `CREATE DATABASE, ${rights}` : rights
  return `GRANT ${all} ON ${quote(database)}.* TO ${quote(user)}`
}

const settings = z.strictObject({
  url: z
    .url({
      protocol: /^https?$/,
      message: 'expected the HTTP interface, such as https://host:8443',
      abort: true,
    })
    .refine(isBare, { message: 'expected only protocol, host and port' }),
  database: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, {
    message: 'expected a database of up to 63 letters, digits and _, not beginning with a digit',
  }),
  user: z.string().min(1).max(256).default('default'),
})

const secrets = z.strictObject({ password: z.string().optional(), ...certificateSecrets })

/** How many keys one statement removes; they are part of its URL. */
const keysAtOnce = 200
/** How many prefixes one query has, because the size of a statement with its values is limited. */
const prefixesAtOnce = 4_096

/**
 * A database of a ClickHouse server. The tables hold versions of rows, of which the server keeps the last; the view
 * `<table>_current` shows the current rows. There are no transactions: a batch whose cursor did not move is loaded
 * again, which its versions make harmless. A row that is stored with the same contents is not loaded again; of other
 * equal versions the last loaded one counts.
 *
 * An instant before 1900 or after 2299 becomes null because the type cannot hold it, and a null list becomes empty.
 */
export const clickhouse = defineWarehouse({
  kind: 'clickhouse',
  title: 'ClickHouse',
  summary: 'Keep a database of a ClickHouse server in sync',
  isBeta: false,
  settings,
  secrets,
  options: {
    url: {
      placeholder: '<url>',
      description: "the server's HTTP interface, such as https://host:8443",
      takesSecrets: true,
    },
    database: { placeholder: '<name>', description: 'the database of the tables' },
    user: { placeholder: '<name>', description: 'the user who writes (default: the default user)' },
    password: { secret: 'text or file', description: "the user's password" },
    ...certificateOptions,
  },
  locationOf: ({ settings: { url, database } }) => `${url.replace(/\/+$/, '')}, database ${database}`,
  recipes: {
    engine: 'clickhouse',
    preambleOf: ({ database }) => `use ${quote(database)};`,
    areAnswered: false,
  },
  optionalPackages: {},
  looksAgainAfterMs: 20_000,
  losses,
  open: async ({ orgId, settings: { url, database, user }, secrets, ...access }) => {
    const { password = '', ...certificates } = secrets
    const { proxy } = access
    const tls = tlsOf(certificates)
    if (tls !== undefined && url.startsWith('http:')) {
      throw new UnusablePlaceError('its URL is plain http, but certificates need https')
    }
    const connection = await connect({ url, user, password, proxy, tls, guard: guardOf({ ...access, tls }) })
    return openTarget(connection, { orgId, database, user })
  },
  faultOf,
})

function openTarget(
  connection: Connection,
  { orgId, database, user }: { orgId: string; database: string; user: string },
): Target {
  const { query, run, loadFile } = connection
  const cursors = cursorStatementsFor(database)
  const org = { org_id: orgId }
  const moveCursor: Target['moveCursor'] = ({ table: { name, version }, from, to, history = '' }) =>
    run(cursors.move, { ...org, table_name: name, from, to, version, history })

  return {
    readCursor: async (table) => {
      const found = await findColumns(connection, database, [table.name, cursorsName])
      if (!found.has(table.name) || !found.has(cursorsName)) return undefined
      const [row] = await query(cursors.read, { ...org, table_name: table.name })
      return row && cursorFrom(row)
    },
    findFaults: async (table) => {
      const found = (await findColumns(connection, database, [table.name])).get(table.name)
      return (
        found && columnFaults(withoutDictionaries(typedColumnsOf(table)), new Map(withoutDictionaries(found)))
      )
    },
    lacksView: async (table) => {
      const view = currentNameOf(table)
      const found = await findColumns(connection, database, [table.name, view])
      const stored = found.get(table.name)
      const columns = table.columns.filter(({ name }) => stored?.has(name) !== false)
      return lacksView(connection, { table, database, columns, shown: found.get(view) })
    },
    prepare: (table) =>
      sayGrant(
        () => prepareTable(connection, { table, database }),
        (cause) => findGrant(cause, { database, user }),
      ),
    writeCursor: ({ name }, { position, rewriteUntil, version, history = '' }) =>
      run(cursors.write, {
        ...org,
        table_name: name,
        position,
        rewrite_until: rewriteUntil,
        version,
        history,
      }),
    // Nothing to stage besides the file: loading it again does no harm.
    stage: () => Promise.resolve(),
    commit: async (batch) => {
      const { table, file, batchId, syncedAt } = batch
      await loadFile(statementsFor(table, database).load, file, {
        ...{ ...org, synced_at: syncedAt, batch_id: batchId },
        ...(await readExtent(batch)),
      })
      reach('sync.merged')
      await moveCursor(batch)
    },
    moveCursor,
    checksum: async (table, digits) => {
      const rows = await query(statementsFor(table, database).checksum, { ...org, digits })
      return rows.map(bucketFrom)
    },
    listHashes: async (table, prefixes) => {
      const { listHashes } = statementsFor(table, database)
      const hashes: StoredHash[] = []
      for (const some of slicesOf(prefixes, prefixesAtOnce)) {
        for (const row of await query(listHashes, { ...org, prefixes: some })) {
          hashes.push(storedHashFrom(row))
        }
      }
      return hashes
    },
    removeRows: async (table, keys) => {
      const { removeRows } = statementsFor(table, database)
      for (const some of slicesOf(keys, keysAtOnce)) await run(removeRows, { ...org, keys: some })
    },
    dropTables: (tables) => dropTables(connection, { tables, orgId, database }),
    close: connection.close,
  }
}

/** Ignores how a text is stored. */
function withoutDictionaries(columns: Iterable<readonly [string, string]>): [string, string][] {
  return [...columns].map(([name, type]) => [name, type.replace(/^LowCardinality\((.*)\)$/, '$1')])
}

function* slicesOf<Item>(items: readonly Item[], size: number): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

function isBare(url: string): boolean {
  const { origin, href } = new URL(url)
  return href === `${origin}/`
}
