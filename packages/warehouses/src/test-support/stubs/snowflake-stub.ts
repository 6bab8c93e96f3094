import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { callbackify } from 'node:util'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Row, SnowflakeLibrary } from '../../snowflake/session.ts'
import { createTurns } from './create-turns.ts'

/** A refusal of a login or a statement. */
type SnowflakeRefusal = {
  message: string
  code: string | number
  sqlState?: string
  response?: object
}

export type SnowflakeStub = {
  library: SnowflakeLibrary
  privateKey: string
  /** All statements with their binds, in order. */
  sent: { sql: string; binds: readonly string[] }[]
  /** Makes the next statement that begins with these words fail before it has an effect. */
  refuseNext: (beginning: string, refusal: SnowflakeRefusal) => void
  /** How many sessions are logged in. */
  countSessions: () => number
  /** Reads a schema directly, without the library. */
  query: (schema: string, sql: string, binds?: readonly string[]) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * Emulates `snowflake-sdk` and an account behind it: each schema is a DuckDB database that runs the statements as sent,
 * except for the spelling of types and of one table function, and for comments, which it drops. As documented, temporary tables end with their session,
 * DDL statements commit, writing transactions wait for each other, and `COPY INTO` reads what `PUT` uploaded to the
 * user's stage.
 */
export async function startSnowflakeStub({
  account,
  privateKey,
}: {
  account: string
  privateKey: string
}): Promise<SnowflakeStub> {
  const stage = await mkdtemp(join(tmpdir(), 'signalpost-stage-'))
  const schemas = new Map<
    string,
    { instance: Promise<DuckDBInstance>; turns: ReturnType<typeof createTurns> }
  >()
  const sent: SnowflakeStub['sent'] = []
  const sessions = new Set<DuckDBConnection>()
  const refusals: { beginning: string; refusal: SnowflakeRefusal }[] = []

  const schemaOf = (name: string) => {
    const schema = schemas.get(name) ?? { instance: DuckDBInstance.create(), turns: createTurns() }
    schemas.set(name, schema)
    return schema
  }

  const connectTo = async (schema: string) => {
    const connection = await (await schemaOf(schema).instance).connect()
    for (const statement of setup) await connection.run(statement)
    return connection
  }

  const library: SnowflakeLibrary = {
    configure: () => undefined,
    createConnection: (options) => {
      let connection: DuckDBConnection | undefined
      /** Ends the turn of the open transaction. */
      let endTurn: (() => void) | undefined
      const endTransaction = () => {
        endTurn?.()
        endTurn = undefined
      }
      const run = async (sql: string, binds: readonly string[]): Promise<Row[]> => {
        if (connection === undefined) throw { message: 'Unable to perform operation', code: 407002 }
        sent.push({ sql, binds })
        const refused = refusals.findIndex(({ beginning }) => sql.startsWith(beginning))
        if (refused >= 0) throw refusals.splice(refused, 1)[0]?.refusal
        if (/^(ALTER SESSION|COMMENT ON) /.test(sql)) return []
        if (/^(PUT|COPY|REMOVE) /.test(sql)) return moveFiles(sql, { connection, stage })
        if (endTurn !== undefined && /^(CREATE|ALTER|DROP) /.test(sql)) {
          await connection.run('COMMIT')
          endTransaction()
        }
        const end = endTurn ?? (await schemaOf(String(options.schema)).turns.take())
        if (sql.startsWith('BEGIN')) endTurn = end
        try {
          return await runInDuckdb(connection, sql, binds)
        } finally {
          if (/^(COMMIT|ROLLBACK)/.test(sql)) endTransaction()
          else if (endTurn === undefined) end()
        }
      }
      return {
        connect: (done) => {
          const logIn = callbackify(async () => {
            const refusal = judgeLogin(options, { account, privateKey })
            if (refusal !== undefined) throw refusal
            connection = await connectTo(String(options.schema))
            sessions.add(connection)
          })
          logIn((error) => done(error ?? undefined))
        },
        execute: ({ sqlText, binds, complete }) => {
          run(sqlText, binds).then(
            (rows) => complete(undefined, undefined, rows),
            (error) => complete(error instanceof Error ? refusalOf(error) : error, undefined, undefined),
          )
        },
        destroy: (done) => {
          if (connection !== undefined) sessions.delete(connection)
          connection?.closeSync()
          connection = undefined
          endTransaction()
          done(undefined)
        },
      }
    },
  }

  return {
    library,
    privateKey,
    sent,
    countSessions: () => sessions.size,
    refuseNext: (beginning, refusal) => refusals.push({ beginning, refusal }),
    query: async (schema, sql, binds = []) => {
      const connection = await connectTo(schema)
      try {
        return await runInDuckdb(connection, sql, binds)
      } finally {
        connection.closeSync()
      }
    },
    close: async () => {
      for (const { instance } of schemas.values()) (await instance).closeSync()
      await rm(stage, { recursive: true, force: true })
    },
  }
}

// Snowflake's functions that DuckDB lacks.
const setup = [
  "SET TimeZone = 'UTC'",
  'CREATE OR REPLACE TEMP MACRO array_size(a) AS len(a)',
  'CREATE OR REPLACE TEMP MACRO array_sort(a) AS list_sort(a)',
  `CREATE OR REPLACE TEMP MACRO catalogued(a) AS CASE a WHEN 'VARCHAR' THEN 'TEXT' WHEN 'BIGINT' THEN 'NUMBER'
     WHEN 'DOUBLE' THEN 'FLOAT' WHEN 'TIMESTAMP WITH TIME ZONE' THEN 'TIMESTAMP_TZ' WHEN 'VARCHAR[]' THEN 'ARRAY'
     WHEN 'JSON' THEN 'VARIANT' ELSE a END`,
  'CREATE OR REPLACE TEMP MACRO iff(a, b, c) AS CASE WHEN a THEN b ELSE c END',
  // A VARIANT does not keep spaces.
  'CREATE OR REPLACE TEMP MACRO parse_json(a) AS json(a)',
  `CREATE OR REPLACE TEMP MACRO strtok_to_array(a, b) AS
     list_filter(string_split(translate(a::VARCHAR, b, repeat(' ', length(b))), ' '), lambda x: x <> '')`,
  `CREATE OR REPLACE TEMP MACRO to_array(a) AS from_json(a, '["VARCHAR"]')`,
  'CREATE OR REPLACE TEMP MACRO to_boolean(a) AS CAST(a AS BOOLEAN)',
  'CREATE OR REPLACE TEMP MACRO to_double(a) AS CAST(a AS DOUBLE)',
  "CREATE OR REPLACE TEMP MACRO to_number(a, b, c) AS CAST(a AS BIGINT), (a, b) AS CAST('0x' || a AS BIGINT)",
  'CREATE OR REPLACE TEMP MACRO to_timestamp_tz(a) AS CAST(a AS TIMESTAMPTZ)',
  'CREATE OR REPLACE TEMP MACRO to_varchar(a) AS CAST(a AS VARCHAR)',
]

const spellings: readonly [RegExp, string][] = [
  [/\bDATA_TYPE\b/g, 'catalogued(data_type)'],
  [/\bNUMBER\(38,0\)/g, 'BIGINT'],
  [/\bVARIANT\b/g, 'JSON'],
  [/\bARRAY\b/g, 'VARCHAR[]'],
  [/\bTIMESTAMP_TZ\b/g, 'TIMESTAMPTZ'],
  [/\sCOMMENT (?:= )?'(?:[^'\\]|\\.)*'/g, ''],
  [/\bFLOAT\b/g, 'DOUBLE'],
  [/\bDATE_PART\('EPOCH_MICROSECOND', /g, 'epoch_us('],
  [/\bTRANSFORM\(([^,]+), one VARCHAR -> /g, 'list_transform($1, lambda one: '],
  [
    /SELECT VALUE::VARCHAR FROM TABLE\(FLATTEN\(INPUT => PARSE_JSON\(\?\)\)\)/g,
    `SELECT unnest(from_json(?, '["VARCHAR"]'))`,
  ],
]

async function runInDuckdb(
  connection: DuckDBConnection,
  sql: string,
  binds: readonly string[],
): Promise<Row[]> {
  const spelled = spellings.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), sql)
  return (await connection.runAndReadAll(spelled, [...binds])).getRowObjectsJS()
}

async function moveFiles(
  sql: string,
  { connection, stage }: { connection: DuckDBConnection; stage: string },
): Promise<Row[]> {
  const [first = '', second = ''] = [...sql.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? '')
  const inStage = (folder: string) => join(stage, folder.replace('@~/', ''))
  if (sql.startsWith('PUT')) {
    const file = first.replace('file://', '')
    await mkdir(inStage(second), { recursive: true })
    await cp(file, join(inStage(second), basename(file)))
    return [{ source: basename(file), target: basename(file), status: 'UPLOADED', message: '' }]
  }
  if (sql.startsWith('REMOVE')) {
    await rm(inStage(first), { recursive: true, force: true })
    return []
  }
  const table = /^COPY INTO ("\w+")/.exec(sql)?.[1]
  const reader = await connection.runAndReadAll(`SELECT column_name FROM (DESCRIBE ${table})`)
  const columns = reader.getRowsJson().map((row) => `'${row.map(String).join()}': 'VARCHAR'`)
  const file = join(inStage(first), '*')
  const options = [`columns = {${columns.join(', ')}}`, ...csvOptions].join(', ')
  const { rowsChanged } = await connection.run(`INSERT INTO ${table} FROM read_csv('${file}', ${options})`)
  return [{ file, status: 'LOADED', rows_parsed: rowsChanged, rows_loaded: rowsChanged, errors_seen: 0 }]
}

// The equivalent of the statement's file format: null is the empty field without quotes, a backslash is no escape.
const csvOptions = [
  'auto_detect = false',
  'header = false',
  "delim = ','",
  "quote = '\"'",
  "escape = '\"'",
  "new_line = '\\n'",
  "nullstr = ''",
  'allow_quoted_nulls = false',
  'parallel = false',
  'max_line_size = 33554432',
]

function judgeLogin(
  options: Readonly<Record<string, unknown>>,
  expected: { account: string; privateKey: string },
): SnowflakeRefusal | undefined {
  if (options.account === 'away') {
    return { message: 'getaddrinfo ENOTFOUND away.snowflakecomputing.com', code: 401001 }
  }
  if (options.account !== expected.account) {
    return { message: 'Request to Snowflake failed.', code: 401002, response: { status: 403 } }
  }
  if (options.privateKey !== expected.privateKey) {
    return { message: 'JWT token is invalid.', code: '390144', sqlState: '08001' }
  }
  return undefined
}

function refusalOf({ message }: Error): SnowflakeRefusal {
  if (/^Conversion Error|Malformed JSON|Invalid Input/.test(message)) {
    return { message, code: '100038', sqlState: '22018' }
  }
  if (message.startsWith('Catalog Error')) return { message, code: '002003', sqlState: '42S02' }
  return { message, code: '001003', sqlState: '42000' }
}
