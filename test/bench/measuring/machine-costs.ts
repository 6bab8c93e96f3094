import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { Reading } from '../define-figure.ts'
import { type BenchPostgres, openStatements } from '../stage/start-bench-postgres.ts'

const packets = 10_000
const commits = 500
const switches = 20_000
const microseconds = 1e6

/** Measures what the machine itself takes, so figures of different machines can be compared. */
export async function measureMachine(postgres: BenchPostgres): Promise<Reading> {
  return {
    'packet, µs of processor time': await measurePacket(),
    'context switch, µs': await measureSwitch(),
    'commit of one row, µs': await measureCommit(postgres),
  }
}

/** Both sides are in this process, so its processor time is that of sending and of receiving. */
async function measurePacket(): Promise<number> {
  const server = createServer((socket) => socket.setNoDelay().pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The cast: a server on a port has no other kind of address.
  const { port } = server.address() as { port: number }
  const client = connect(port, '127.0.0.1').setNoDelay()
  await once(client, 'connect')
  const before = process.cpuUsage()
  for (let sent = 0; sent < packets; sent += 2) {
    client.write('x')
    await once(client, 'data')
  }
  const { user, system } = process.cpuUsage(before)
  client.destroy()
  server.close()
  return (user + system) / packets
}

/** Two threads wake each other in turn. */
async function measureSwitch(): Promise<number> {
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const code = `
    const { workerData: { shared, switches } } = require('node:worker_threads')
    for (let turn = 1; turn < switches; turn += 2) {
      Atomics.wait(shared, 0, turn - 1)
      Atomics.store(shared, 0, turn + 1)
      Atomics.notify(shared, 0)
    }`
  const other = new Worker(code, { eval: true, workerData: { shared, switches } })
  await once(other, 'online')
  const startedAtMs = performance.now()
  for (let turn = 0; turn < switches; turn += 2) {
    Atomics.store(shared, 0, turn + 1)
    Atomics.notify(shared, 0)
    Atomics.wait(shared, 0, turn + 1)
  }
  const durationMs = performance.now() - startedAtMs
  await once(other, 'exit')
  return (durationMs * 1_000) / switches
}

async function measureCommit(postgres: BenchPostgres): Promise<number> {
  const databaseUrl = await postgres.createDatabase()
  const { query, close } = await openStatements(databaseUrl)
  try {
    await query('create table committed (row integer not null)')
    const startedAtMs = performance.now()
    for (let row = 0; row < commits; row += 1) await query('insert into committed values ($1)', [row])
    return ((performance.now() - startedAtMs) / 1_000 / commits) * microseconds
  } finally {
    await close()
    await postgres.dropDatabase(databaseUrl)
  }
}
