import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findLastingPort } from '@signalpost/testing'
import { runStatement } from '../../bench/stage/start-bench-postgres.ts'
import type { ServerHome } from './server-home.ts'

/** A server of Debian's PostgreSQL, running or not, on a port of its own, which stays the same. */
export type DebianPostgres = {
  name: string
  port: number
  dataPath: string
  logPath: string
  /** Runs one statement as the superuser. */
  query: (statement: string) => Promise<Record<string, unknown>[]>
}

export type Passwords = { superuser: string; product: string; replicator: string }

export function createPasswords(): Passwords {
  const password = (): string => randomBytes(12).toString('hex')
  return { superuser: password(), product: password(), replicator: password() }
}

/** Chooses the place of a server, without starting it. */
export async function placeServer(
  home: ServerHome,
  { name, passwords }: { name: string; passwords: Passwords },
): Promise<DebianPostgres> {
  const port = await findLastingPort()
  return {
    ...{ name, port, dataPath: join(home.path, name), logPath: join(home.path, `${name}.log`) },
    query: (statement) =>
      runStatement(`postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`, statement),
  }
}

/** Creates a server with a role and a database for the product, and starts it. */
export async function startPrimary(
  home: ServerHome,
  { name, passwords, settings = [] }: { name: string; passwords: Passwords; settings?: readonly string[] },
): Promise<DebianPostgres> {
  const server = await placeServer(home, { name, passwords })
  const passwordPath = home.write(`${name}.password`, passwords.superuser)
  await home.run(
    `initdb -D ${server.dataPath} -U postgres --pwfile ${passwordPath} -E UTF8 --auth-local=peer --auth-host=scram-sha-256`,
  )
  configure(home, server, settings)
  await home.run(`pg_ctl -D ${server.dataPath} -l ${server.logPath} -t 120 start`)
  await server.query(`create role signalpost login password '${passwords.product}'`)
  await server.query('create database signalpost owner signalpost')
  return server
}

/** Replaces the settings of a server that does not run. */
export function configure(
  home: ServerHome,
  { name, port }: DebianPostgres,
  settings: readonly string[] = [],
): void {
  const common = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = '.'`]
  home.write(join(name, 'postgresql.conf'), [...common, 'max_connections = 120', ...settings, ''].join('\n'))
}

/** Where the product finds its database on a port of 127.0.0.1. */
export function productUrl(port: number, { product }: Passwords): string {
  return `postgres://signalpost:${product}@127.0.0.1:${port}/signalpost`
}
