import { openSession } from '@signalpost/postgres'
import type pg from 'pg'
import type { ClusterCredentials } from '../files/cluster-home.ts'
import { addressOf, type Endpoint } from './endpoint.ts'

const applicationRole = 'signalpost'
const superuser = 'postgres'

/**
 * Returns the application's URL. Its role is an ordinary one that owns its database, so no statement runs as superuser.
 */
export function applicationUrl(endpoint: Endpoint, { password }: ClusterCredentials): string {
  return `postgres://${applicationRole}:${password}@${addressOf(endpoint, applicationRole)}`
}

export function superuserUrl(endpoint: Endpoint, { superuserPassword }: ClusterCredentials): string {
  return `postgres://${superuser}:${superuserPassword}@${addressOf(endpoint, 'postgres')}`
}

export async function connectAsSuperuser(
  endpoint: Endpoint,
  credentials: ClusterCredentials,
): Promise<pg.Client> {
  return openSession({
    connectionString: superuserUrl(endpoint, credentials),
    application_name: 'signalpost owner',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    settings: {},
    // Callers that care listen to "end".
    onError: () => undefined,
  })
}

export async function ensureApplicationDatabase(
  client: pg.Client,
  { password }: ClusterCredentials,
): Promise<void> {
  const roles = await client.query('select 1 from pg_roles where rolname = $1', [applicationRole])
  if (roles.rowCount === 0) {
    await client.query(`create role ${applicationRole} login password ${client.escapeLiteral(password)}`)
  }
  const databases = await client.query('select 1 from pg_database where datname = $1', [applicationRole])
  if (databases.rowCount === 0) {
    await client.query(`create database ${applicationRole} owner ${applicationRole}`)
  }
}
