import { type Connection, Query, type Submittable } from 'pg'

export type Callback = (error: Error | null | undefined, result?: unknown) => void

export type QueryInput = string | { text: string; values?: unknown[]; query_timeout?: number }

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
export const OpenQuery = Query as unknown as typeof DeclaredQuery
