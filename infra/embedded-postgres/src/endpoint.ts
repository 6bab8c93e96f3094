/**
 * Where a server takes connections: a socket in a directory that only its account and ours can enter, or, for tests
 * with a proxy in between, a TCP port of the loopback interface.
 */
export type Endpoint = { socketDirectory: string } | { port: number }

// The socket's name contains it. Each cluster has a directory of its own, so one number serves all.
export const socketPort = 5432

/** The part of a connection URL after the password: the authority, the database, and the socket's directory. */
export function addressOf(endpoint: Endpoint, database: string): string {
  if ('port' in endpoint) return `127.0.0.1:${endpoint.port}/${database}`
  // The query's host wins over the authority's, which URL parsers demand beside a password.
  return `localhost:${socketPort}/${database}?host=${encodeURIComponent(endpoint.socketDirectory)}`
}
