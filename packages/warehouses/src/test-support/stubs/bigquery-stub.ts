import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { AuthLibrary, BigQueryLibrary, ClientDataset, Field, Job, Row } from '../../bigquery/dataset.ts'
import { createTurns } from './create-turns.ts'

/** A refusal of a request, or the failure of a job. */
type BigQueryRefusal = { message: string; code?: number | string; errors?: { reason: string }[] }

export type BigQueryStub = {
  library: BigQueryLibrary
  authLibrary: AuthLibrary
  project: string
  email: string
  /** All queries and loads, in order. */
  sent: { sql: string; params: unknown }[]
  /** The ids of the load jobs that began, in order. */
  loadJobs: string[]
  /** Makes the next query or load that contains these words fail before it has an effect. */
  refuseNext: (words: string, refusal: BigQueryRefusal) => void
  createDataset: (name: string) => Promise<void>
  /** Reads a dataset directly, without the library. */
  query: (dataset: string, sql: string, params?: Readonly<Record<string, string>>) => Promise<Row[]>
  close: () => void
}

type StubDataset = { connection: DuckDBConnection; turns: ReturnType<typeof createTurns> }

/**
 * Emulates `@google-cloud/bigquery` and a project behind it: each dataset is a DuckDB database that runs the statements
 * as sent, except for the spelling of types, quotes and parameters, and for descriptions, which it drops. As documented, a job starts once for each id and
 * can be found by it later, a load replaces the table's rows, and a script with a failed statement is rolled back.
 */
export async function startBigQueryStub({
  project,
  email,
}: {
  project: string
  email: string
}): Promise<BigQueryStub> {
  const instance = await DuckDBInstance.create()
  const datasets = new Map<string, StubDataset>()
  const loads = new Map<string, Promise<void>>()
  const sent: BigQueryStub['sent'] = []
  const refusals: { words: string; refusal: BigQueryRefusal }[] = []

  const begin = (words: string) => {
    const refused = refusals.findIndex((one) => words.includes(one.words))
    if (refused >= 0) throw asError(refusals.splice(refused, 1)[0]?.refusal ?? { message: words })
  }

  const datasetOf = (id: string, dataset: StubDataset): ClientDataset => ({
    getMetadata: async () => [{ location: 'EU' }],
    createQueryJob: async ({ query, params }) => {
      sent.push({ sql: String(query), params })
      const rows = inTurn(dataset, async () => {
        begin(String(query))
        return runScript(dataset.connection, String(query), Object(params ?? {}))
      })
      return [jobOf(rows)]
    },
    table: (name) => ({
      getMetadata: async () => {
        const columns = await findColumns(dataset.connection, name)
        if (columns.length === 0) throw notFound(`Not found: Table ${project}:${id}.${name}`)
        const [row] = await runScript(dataset.connection, `SELECT count(*) AS rows FROM \`${name}\``, {})
        return [{ numRows: String(row?.rows), schema: { fields: columns.map(fieldOf) } }]
      },
      createLoadJob: async (file, { jobId, schema }) => {
        if (loads.has(String(jobId))) {
          const message = `Already Exists: Job ${project}:EU.${String(jobId)}`
          throw asError({ message, code: 409, errors: [{ reason: 'duplicate' }] })
        }
        const fields: readonly Field[] = Object(schema).fields
        sent.push({ sql: `LOAD INTO ${name}`, params: { schema } })
        const loaded = inTurn(dataset, async () => {
          begin(`LOAD INTO ${name}`)
          await loadFile(dataset.connection, file, { table: name, fields })
        })
        loads.set(String(jobId), loaded)
        return [jobOf(loaded.then(() => []))]
      },
    }),
  })

  class BigQuery {
    readonly #options: Readonly<Record<string, unknown>>

    constructor(options: Record<string, unknown>) {
      this.#options = options
    }

    dataset(id: string): ClientDataset {
      const { projectId, authClient } = this.#options
      const dataset = datasets.get(id)
      const refusal = judgeLogin({ projectId, email: Object(authClient).email }, { project, email })
      if (refusal === undefined && dataset !== undefined) return datasetOf(id, dataset)
      const fail = async () => {
        throw asError(refusal ?? notFound(`Not found: Dataset ${project}:${id}`))
      }
      return {
        getMetadata: fail,
        createQueryJob: fail,
        table: () => ({ getMetadata: fail, createLoadJob: fail }),
      }
    }

    makeAuthenticatedRequest(): never {
      throw new Error('the stand-in sends nothing')
    }

    job(id: string): Job {
      return jobOf((loads.get(id) ?? Promise.reject(notFound(`Not found: Job ${id}`))).then(() => []))
    }
  }

  const JWT = class {
    readonly email: string

    constructor(options: { email: string }) {
      this.email = options.email
    }
  }

  return {
    library: { BigQuery },
    authLibrary: { JWT },
    project,
    email,
    sent,
    get loadJobs() {
      return [...loads.keys()]
    },
    refuseNext: (words, refusal) => refusals.push({ words, refusal }),
    createDataset: async (name) => {
      const connection = await instance.connect()
      await connection.run("SET TimeZone = 'UTC'")
      await connection.run(`CREATE SCHEMA ${name}`)
      await connection.run(`USE ${name}`)
      // TO_HEX converts the bytes of MD5 to text; DuckDB's MD5 is already that text.
      await connection.run('CREATE MACRO hex_text(a) AS a')
      await connection.run('CREATE MACRO to_json_string(a) AS a::VARCHAR')
      datasets.set(name, { connection, turns: createTurns() })
    },
    query: async (name, sql, params = {}) => {
      const dataset = datasets.get(name)
      if (dataset === undefined) throw new Error(`there is no dataset ${name}`)
      return inTurn(dataset, () => runScript(dataset.connection, sql, params))
    },
    close: () => instance.closeSync(),
  }
}

/** One script or load at a time, like transactions on one table. */
async function inTurn<Answer>({ turns }: StubDataset, run: () => Promise<Answer>): Promise<Answer> {
  const end = await turns.take()
  try {
    return await run()
  } finally {
    end()
  }
}

function jobOf(rows: Promise<Row[]>): Job {
  // The caller that waits for the job gets the error; until then a failed job must not be an unhandled rejection.
  rows.catch(() => undefined)
  return { promise: () => rows, getQueryResults: async () => [await rows] }
}

const spellings: readonly [RegExp, string][] = [
  [/`/g, '"'],
  [/\bTO_HEX\(/g, 'hex_text('],
  [/\bUNIX_MICROS\(/g, 'epoch_us('],
  [
    /ARRAY\(SELECT (.*?) FROM UNNEST\(([^()]*)\) AS element WITH OFFSET AS place ORDER BY place\)/g,
    'list_transform($2, lambda element: $1)',
  ],
  [/ r'/g, " '"],
  [/ AS word ORDER BY/g, ' AS words(word) ORDER BY'],
  [/\bARRAY<STRING>/g, 'VARCHAR[]'],
  [/\bSTRING\b/g, 'VARCHAR'],
  [/\bINT64\b/g, 'BIGINT'],
  [/\bFLOAT64\b/g, 'DOUBLE'],
  [/\bTIMESTAMP\b/g, 'TIMESTAMPTZ'],
  [/\nCLUSTER BY .*/g, ''],
  [/\nOPTIONS \(.*\)/g, ''],
  [/ OPTIONS \(description = '(?:[^'\\]|\\.)*'\)/g, ''],
  [/\bIN UNNEST\(@(\w+)\)/g, `IN (SELECT unnest(from_json($$$1, '["VARCHAR"]')))`],
  [/@(\w+)/g, '$$$1'],
]

async function runScript(
  connection: DuckDBConnection,
  script: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const spelled = spellings.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), script)
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : String(value),
    ]),
  )
  let rows: Row[] = []
  try {
    for (const statement of spelled
      .split(/;(?:\n|$)/)
      .flatMap(oneAlteration)
      .filter(Boolean)) {
      rows = (await connection.runAndReadAll(statement, values)).getRowObjectsJS()
    }
  } catch (cause) {
    if (script.startsWith('BEGIN')) await connection.run('ROLLBACK').catch(() => undefined)
    throw asError({ message: String(cause), errors: [{ reason: 'invalidQuery' }] })
  }
  return rows
}

/** DuckDB adds one column at a time, and has null lists. */
function oneAlteration(statement: string): string[] {
  if (!statement.includes('ADD COLUMN')) return [statement]
  const [table = '', ...additions] = statement.split(/,?\n(?=ADD COLUMN)/)
  return additions.map((addition) => `${table} ${addition}`.replace('[]', '[] DEFAULT []'))
}

async function loadFile(
  connection: DuckDBConnection,
  file: string,
  { table, fields }: { table: string; fields: readonly Field[] },
): Promise<void> {
  const read = fields.map(({ name, type, mode }) => {
    const as = mode === 'REPEATED' ? 'VARCHAR[]' : type === 'JSON' ? 'JSON' : 'VARCHAR'
    return `"${name}": '${as}'`
  })
  const options = `columns = {${read.join(', ')}}, format = 'newline_delimited', compression = 'gzip', maximum_object_size = 67108864`
  await connection.run('BEGIN')
  try {
    await connection.run(`DELETE FROM "${table}"`)
    await connection.run(`INSERT INTO "${table}" BY NAME FROM read_json('${file}', ${options})`)
    await connection.run('COMMIT')
  } catch (cause) {
    await connection.run('ROLLBACK')
    throw asError({ message: `Error while reading data: ${String(cause)}`, errors: [{ reason: 'invalid' }] })
  }
}

/** Describes a column like BigQuery's interface. */
function fieldOf([name = '', type = '']: readonly string[]): { name: string; type: string; mode: string } {
  const named = Object.entries(describedTypes).find(([theirs]) => type.startsWith(theirs))?.[1] ?? type
  return { name, type: named, mode: type.endsWith('[]') ? 'REPEATED' : 'NULLABLE' }
}

const describedTypes = {
  VARCHAR: 'STRING',
  BIGINT: 'INTEGER',
  DOUBLE: 'FLOAT',
  TIMESTAMP: 'TIMESTAMP',
}

async function findColumns(connection: DuckDBConnection, table: string): Promise<string[][]> {
  const reader = await connection.runAndReadAll(
    'SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $table',
    { table },
  )
  return reader.getRowsJson().map((row) => row.map(String))
}

function judgeLogin(
  { projectId, email }: { projectId: unknown; email: unknown },
  expected: { project: string; email: string },
): BigQueryRefusal | undefined {
  if (projectId === 'away') {
    const message = 'request to https://oauth2.googleapis.com/token failed, reason: getaddrinfo ENOTFOUND'
    return { message, code: 'ENOTFOUND' }
  }
  if (email !== expected.email) return { message: 'invalid_grant: Invalid JWT Signature.', code: 400 }
  if (projectId !== expected.project) {
    return { message: 'Access Denied: Project', code: 403, errors: [{ reason: 'accessDenied' }] }
  }
  return undefined
}

function notFound(message: string): Error {
  return asError({ message, code: 404, errors: [{ reason: 'notFound' }] })
}

function asError({ message, ...facts }: BigQueryRefusal): Error {
  return Object.assign(new Error(message), facts)
}
