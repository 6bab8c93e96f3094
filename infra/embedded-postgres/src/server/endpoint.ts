/**
 * Where a server accepts connections: a socket in a directory that only its account and ours can enter or, for tests
 * with a proxy in between, a TCP port of the loopback interface.
 */
export type Endpoint = { socketDirectory: string } | { port: number }

// Part of the socket's name. Each cluster has its own directory, so one number serves all.
export const socketPort = 5432

/** Returns the part of a connection URL after the password: the authority, the database, and the socket's directory. */
export function addressOf(endpoint: Endpoint, database: string): string {
  if ('port' in endpoint) return `127.0.0.1:${endpoint.port}/${database}`
  // The query's host overrides the authority's, which URL parsers require beside a password.
  return `localhost:${socketPort}/${database}?host=${encodeURIComponent(endpoint.socketDirectory)}`
}
