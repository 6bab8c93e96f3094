import { hourMs } from '@signalpost/domain'
import { createProxyAgent, describeProxy, leadsThrough, type OutgoingProxy } from '@signalpost/outgoing'
import { asBigQueryError, BigQueryError } from './bigquery-error.ts'

/** The part of `@google-cloud/bigquery` in use. */
export type BigQueryLibrary = {
  BigQuery: new (options: Record<string, unknown>) => Client
}

/** The part of `google-auth-library` in use. */
export type AuthLibrary = {
  JWT: new (options: {
    email: string
    key: string
    scopes: readonly string[]
    transporterOptions?: { agent: unknown }
  }) => object
}

type Client = {
  makeAuthenticatedRequest: (request: object, ...more: unknown[]) => unknown
  dataset: (id: string, options?: { location: string }) => ClientDataset
  job: (id: string, options: { location: string }) => Job
}

export type ClientDataset = {
  getMetadata: () => Promise<[{ location?: string }, ...unknown[]]>
  createQueryJob: (options: Record<string, unknown>) => Promise<[Job, ...unknown[]]>
  table: (name: string) => Table
}

type Table = {
  getMetadata: () => Promise<[TableMetadata, ...unknown[]]>
  createLoadJob: (file: string, options: Record<string, unknown>) => Promise<[Job, ...unknown[]]>
}

export type Job = {
  /** Settles when the job has ended. */
  promise: () => Promise<unknown>
  getQueryResults: () => Promise<[Row[], ...unknown[]]>
}

type TableMetadata = {
  numRows?: string
  schema?: { fields?: readonly { name: string; type: string; mode?: string }[] }
}

export type Row = Readonly<Record<string, unknown>>
export type Field = { name: string; type: string; mode: 'NULLABLE' | 'REPEATED' }

type Parameters = Readonly<Record<string, string | readonly string[]>>

/** One dataset; statements name its tables without it. Throws BigQueryError. */
export type Dataset = {
  /** Runs one statement or a script, and waits for its end. */
  query: (sql: string, params?: Parameters) => Promise<Row[]>
  /** Starts a script. Returns a function that waits for its end. */
  start: (sql: string) => Promise<() => Promise<void>>
  /**
   * Replaces the rows of a table with a file. If a job with that id began earlier, waits for its end, whatever it is,
   * and returns false.
   */
  load: (file: string, into: { table: string; jobId: string; fields: readonly Field[] }) => Promise<boolean>
  /** The columns map names to types. */
  findTable: (name: string) => Promise<{ rows: number; columns: ReadonlyMap<string, string> } | undefined>
}

export type BigQueryLogin = {
  project: string
  dataset: string
  email: string
  privateKey: string
  proxy?: OutgoingProxy | undefined
}

export const apiHost = 'bigquery.googleapis.com'
const notFound = 404
const alreadyExists = 409

/** Throws BigQueryError if the dataset does not exist or cannot be read. */
export async function openDataset(
  { BigQuery, JWT }: BigQueryLibrary & AuthLibrary,
  { project, dataset: id, email, privateKey, proxy }: BigQueryLogin,
): Promise<Dataset> {
  const client = new BigQuery({
    projectId: project,
    authClient: new JWT({
      email,
      key: privateKey,
      scopes: ['https://www.googleapis.com/auth/bigquery'],
      ...(proxy && { transporterOptions: { agent: createProxyAgent(proxy, { protocol: 'https:' }) } }),
    }),
    // The sync itself retries.
    retryOptions: { autoRetry: false },
  })
  if (leadsThrough(proxy, apiHost)) sendThrough(client, describeProxy(proxy).url)
  const [{ location = 'US' }] = await translateErrors(client.dataset(id).getMetadata())
  const dataset = client.dataset(id, { location })

  const createJob = async (query: string, params?: Parameters): Promise<Job> => {
    const options = params === undefined ? {} : { params, types: typesOf(params) }
    const [job] = await translateErrors(dataset.createQueryJob({ query, jobTimeoutMs: hourMs, ...options }))
    return job
  }

  return {
    query: async (sql, params) => {
      const job = await createJob(sql, params)
      await translateErrors(job.promise())
      const [rows] = await translateErrors(job.getQueryResults())
      return rows
    },
    start: async (sql) => {
      const job = await createJob(sql)
      return async () => {
        await translateErrors(job.promise())
      }
    },
    load: async (file, { table, jobId, fields }) => {
      const loading = dataset.table(table).createLoadJob(file, {
        jobId,
        sourceFormat: 'NEWLINE_DELIMITED_JSON',
        schema: { fields },
        createDisposition: 'CREATE_NEVER',
        writeDisposition: 'WRITE_TRUNCATE',
        maxBadRecords: 0,
      })
      const begun = await translateErrors(loading).catch((error: unknown) => {
        if (error instanceof BigQueryError && error.httpStatus === alreadyExists) return undefined
        throw error
      })
      const [job] = begun ?? [client.job(jobId, { location })]
      const end = translateErrors(job.promise())
      await (begun === undefined ? end.catch(() => undefined) : end)
      return begun !== undefined
    },
    findTable: async (name) => {
      try {
        const [{ numRows, schema }] = await dataset.table(name).getMetadata()
        return {
          rows: Number(numRows ?? 0),
          columns: new Map(schema?.fields?.map((field) => [field.name, typeOf(field)]) ?? []),
        }
      } catch (cause) {
        const error = asBigQueryError(cause)
        if (error.httpStatus === notFound) return undefined
        throw error
      }
    },
  }
}

/** Every request, uploads included, passes this method. The library has no option for a proxy. */
function sendThrough(client: Client, proxy: string): void {
  const send = client.makeAuthenticatedRequest.bind(client)
  client.makeAuthenticatedRequest = (request, ...more) => send({ ...request, proxy }, ...more)
}

// The interface still uses the names of the older dialect.
const currentNames: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }

function typeOf({ type, mode }: { type: string; mode?: string }): string {
  const name = currentNames[type] ?? type
  return mode === 'REPEATED' ? `ARRAY<${name}>` : name
}

/** The type of an empty list cannot be inferred. */
function typesOf(params: Parameters): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? 'STRING' : ['STRING']]),
  )
}

function translateErrors<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((cause: unknown) => {
    throw asBigQueryError(cause)
  })
}
