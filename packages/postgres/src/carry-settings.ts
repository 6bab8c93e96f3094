import { type ClientBase, type Connection, escapeLiteral, Query, type Submittable } from 'pg'
import { isKnown } from './is-known.ts'

type Callback = (error: Error | null | undefined, result?: unknown) => void

type QueryInput = string | { text: string; values?: unknown[]; query_timeout?: number }

/** The driver's query, with the members that its client calls and its types hide. */
declare class DeclaredQuery implements Submittable {
  text: string
  name: string | undefined
  queryMode: string | undefined
  query_timeout: number | undefined
  callback: Callback | undefined
  constructor(config: QueryInput, values: unknown, callback: Callback | undefined)
  submit(connection: Connection): Error | null
  prepare(connection: Connection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}

// The types of the two have nothing in common.
const OpenQuery = Query as unknown as typeof DeclaredQuery

type Settings = Record<string, string>

/**
 * Makes every transaction of a connection carry the settings, because a pooler may run each in another session. They
 * travel with the first statement, so they cost no round trip, and end with the transaction, so they never reach other
 * users of the session. Prepared statements, which belong to a session too, lose their names.
 */
export function carrySettings(client: ClientBase, settings: Settings): void {
  const submit: (query: Submittable) => unknown = client.query.bind(client)
  const preamble = preambleOf(settings)
  const query = (config: QueryInput | Submittable, values?: unknown, callback?: Callback): unknown => {
    // Such as a COPY. Its caller begins a transaction.
    if (typeof config === 'object' && 'submit' in config) return submit(config)
    const carrying = new CarryingQuery({ client, preamble }, config, values, callback)
    if (carrying.callback !== undefined) return submit(carrying)
    return new Promise((resolve, reject) => {
      carrying.callback = (error, result) => (error ? reject(error) : resolve(result))
      submit(carrying)
    })
  }
  // It has all of the method's signatures.
  client.query = query as ClientBase['query']
}

function preambleOf(settings: Settings): string {
  const assign = ([name, value]: [string, string]) =>
    `case when ${isKnown(name)} then set_config('${name}', ${escapeLiteral(value)}, true) end`
  return `select ${Object.entries(settings).map(assign).join(', ')}`
}

const beginning = /^\s*(begin|start\s+transaction)\b/i
/** PostgreSQL runs these only outside of transactions. */
const standalone = /^\s*(vacuum\b|(alter|create|drop|reindex)\b.*\bconcurrently\b)/is

class CarryingQuery extends OpenQuery {
  readonly #client: ClientBase
  readonly #preamble: string
  #repliesToIgnore = 0

  constructor(
    { client, preamble }: { client: ClientBase; preamble: string },
    config: QueryInput,
    values: unknown,
    callback: Callback | undefined,
  ) {
    super(config, values, callback)
    this.#client = client
    this.#preamble = preamble
    this.name = undefined
    if (typeof config === 'object') this.query_timeout = config.query_timeout
  }

  override submit(connection: Connection): Error | null {
    const isOutside = this.#client.getTransactionStatus() === 'I'
    if (isOutside && beginning.test(this.text)) {
      this.text = `${this.text}; ${this.#preamble}`
    } else if (isOutside && !standalone.test(this.text)) {
      // Statements up to the next Sync message are one transaction.
      this.queryMode = 'extended'
      this.#repliesToIgnore = 1
    }
    return super.submit(connection)
  }

  override prepare(connection: Connection): void {
    if (this.#repliesToIgnore > 0) {
      connection.parse({ name: '', text: this.#preamble, types: [] }, true)
      connection.bind({ values: [] }, true)
      connection.execute(null, true)
    }
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#repliesToIgnore === 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#repliesToIgnore > 0) this.#repliesToIgnore -= 1
    else super.handleCommandComplete(message, connection)
  }
}
