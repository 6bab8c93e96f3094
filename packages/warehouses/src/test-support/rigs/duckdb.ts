import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBValue } from '@duckdb/node-api'
import { duckdb } from '../../duckdb/duckdb.ts'
import { hasTable } from '../../duckdb/has-table.ts'
import { fileUser, findFile } from '../../duckdb/use-file.ts'
import { readDuckdbRows } from '../reading/read-duckdb-rows.ts'
import type { Place, RigStarter, Trouble } from '../warehouse-rig.ts'

/** A file for each place. */
export const duckdbRig: RigStarter = {
  name: 'duckdb',
  kind: 'duckdb',
  isHeavy: false,
  start: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'signalpost-duckdb-'))
    const inDirectory = (name: string) => ({ path: join(directory, name) })
    await writeFile(join(directory, 'text.duckdb'), 'no database at all\n'.repeat(1000))
    await mkdir(join(directory, 'folder.duckdb'))
    const trouble = (name: string, file: string): Trouble => {
      return { name, settings: inDirectory(file), secrets: {}, fault: 'configuration' }
    }
    return {
      kind: duckdb,
      createPlace: async () =>
        createPlace(inDirectory(`${randomBytes(6).toString('hex')}.duckdb`), directory),
      troubles: [
        trouble('a directory that is not there', 'none/w.duckdb'),
        trouble('a file in place of a directory', 'text.duckdb/w.duckdb'),
        trouble('a file that is no database', 'text.duckdb'),
        trouble('a directory in place of a file', 'folder.duckdb'),
      ],
      absentTexts: null,
      isTransactional: true,
      hasCurrentView: true,
      hasComments: true,
      close: () => rm(directory, { recursive: true, force: true }),
    }
  },
}

function createPlace(settings: { path: string }, scratch: string): Place {
  const { path } = settings
  const useFile = fileUser({ path, bounds: undefined, scratch, fileMode: 0o600 })
  const write = (statement: string, values: DuckDBValue[]) =>
    useFile('write', async ({ run }) => {
      await run(statement, values)
    })
  return {
    settings,
    secrets: {},
    readRows: (table) => useFile('read', (engine) => readDuckdbRows(engine, { table, from: table.name })),
    comments: {
      read: ({ name: of }) =>
        useFile('read', async ({ query }) => {
          const rows = await query(
            `select column_name as name, comment from duckdb_columns() where table_name = $1
             union all select '', comment from duckdb_tables() where table_name = $1`,
            [of],
          )
          return Object.fromEntries(rows.map(({ name, comment }) => [name, comment]))
        }),
      write: ({ name }, column, comment) =>
        write(`comment on column ${name}.${column} is ${comment === '' ? 'null' : `'${comment}'`}`, []),
    },
    hasTable: async ({ name }) =>
      (await findFile(path)) && useFile('read', (engine) => hasTable(engine, name)),
    tamper: {
      removeRow: (table, key) => write(`delete from ${table.name} where ${table.key} = $1`, [key]),
      setText: (table, key, { column, text }) =>
        write(`update ${table.name} set ${column} = $2 where ${table.key} = $1`, [key, text]),
      repeatRow: (table, key) =>
        write(`insert into ${table.name} from ${table.name} where ${table.key} = $1`, [key]),
      dropView: async ({ name }, view) => {
        await write(`drop view ${name}_current`, [])
        if (view !== undefined) await write(`create view ${name}_current as ${view.leaving}`, [])
      },
      replaceTable: ({ name, key }) =>
        write(`create or replace table ${name} as select org_id, ${key} from ${name}`, []),
      dropHistory: () => write('alter table _signalpost_cursors drop column history', []),
      dropCursors: () => write('drop table _signalpost_cursors', []),
    },
  }
}
