import { randomBytes } from 'node:crypto'
import { strictTypes } from '@signalpost/postgres'
import { createTestDatabase } from '@signalpost/testing'
import pg from 'pg'
import { postgres } from '../../postgres/postgres.ts'
import { readStoredRow } from '../reading/read-stored-row.ts'
import type { Place, RigStarter, Trouble } from '../warehouse-rig.ts'

/** A schema for each place, in a separate database on this test run's server. */
export const postgresRig: RigStarter = {
  name: 'postgres',
  kind: 'postgres',
  isHeavy: false,
  start: async () => {
    const database = await createTestDatabase()
    const pool = new pg.Pool({ connectionString: database.url, max: 2, types: { getTypeParser } })
    const trouble = (name: string, fault: Trouble['fault'], change: Partial<URL>): Trouble => {
      const { href: url } = Object.assign(new URL(database.url), change)
      return { name, settings: {}, secrets: { url }, fault }
    }
    return {
      kind: postgres,
      createPlace: async () => createPlace(pool, database.url),
      troubles: [
        trouble('a wrong password', 'configuration', { password: 'wrong' }),
        trouble('a database that is not there', 'configuration', { pathname: '/none' }),
        trouble('a server without TLS', 'configuration', { search: '?sslmode=verify-full' }),
        trouble('a server that is away', 'retry', { port: '1' }),
        trouble('an unknown name', 'retry', { hostname: 'nobody.invalid' }),
      ],
      absentTexts: null,
      isTransactional: true,
      hasCurrentView: true,
      hasComments: true,
      close: async () => {
        await pool.end()
        await database.drop()
      },
    }
  },
}

const jsonb = 3802

/** Keeps JSON as its text, so that a text inside it is not mistaken for JSON of its own. */
const getTypeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  oid === jsonb ? String : strictTypes.getTypeParser(oid, format)

function createPlace(pool: pg.Pool, url: string): Place {
  const schema = `place_${randomBytes(6).toString('hex')}`
  return {
    settings: { schema },
    secrets: { url },
    readRows: async (table) => {
      const { rows } = await pool.query<Record<string, unknown>>(`select * from ${schema}.${table.name}`)
      return rows.map((row) => readStoredRow(table, row))
    },
    comments: {
      read: async ({ name: of }) => {
        const { rows } = await pool.query<{ name: string; comment: string }>(
          `select coalesce(attname, '') as name, description as comment from pg_description d
           left join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid and a.attnum > 0
           where d.objoid = $1::regclass and classoid = 'pg_class'::regclass`,
          [`${schema}.${of}`],
        )
        return Object.fromEntries(rows.map(({ name, comment }) => [name, comment]))
      },
      write: async ({ name }, column, comment) => {
        await pool.query(`comment on column ${schema}.${name}.${column} is '${comment}'`)
      },
    },
    hasTable: async ({ name }) => {
      const { rowCount } = await pool.query(
        'select from pg_tables where schemaname = $1 and tablename = $2',
        [schema, name],
      )
      return rowCount === 1
    },
    tamper: {
      removeRow: async (table, key) => {
        await pool.query(`delete from ${schema}.${table.name} where ${table.key} = $1`, [key])
      },
      setText: async (table, key, { column, text }) => {
        await pool.query(`update ${schema}.${table.name} set ${column} = $2 where ${table.key} = $1`, [
          key,
          text,
        ])
      },
      repeatRow: async ({ name, key: column }, key) => {
        await pool.query(`alter table ${schema}.${name} drop constraint ${name}_pkey`)
        await pool.query(
          `insert into ${schema}.${name} select * from ${schema}.${name} where ${column} = $1`,
          [key],
        )
      },
      dropView: async ({ name }, view) => {
        await pool.query(`drop view ${schema}.${name}_current`)
        if (view === undefined) return
        await pool.query(
          `create view ${schema}.${name}_current as ${view.leaving.replace(name, `${schema}.${name}`)}`,
        )
      },
      replaceTable: async ({ name, key }) => {
        await pool.query(`create table ${schema}.replacing as select org_id, ${key} from ${schema}.${name}`)
        await pool.query(`drop table ${schema}.${name} cascade`)
        await pool.query(`alter table ${schema}.replacing rename to ${name}`)
      },
      dropHistory: async () => {
        await pool.query(`alter table ${schema}._signalpost_cursors drop column history`)
      },
      dropCursors: async () => {
        await pool.query(`drop table ${schema}._signalpost_cursors`)
      },
    },
  }
}
