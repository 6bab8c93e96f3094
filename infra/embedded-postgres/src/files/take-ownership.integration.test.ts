import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeOwnership } from './take-ownership.ts'

const credentials = { superuserPassword: 'one', password: 'two' }

test.each<[string, (socket: Socket) => void]>([
  ['closes each connection at once', (socket) => socket.destroy()],
  ['closes each connection at its first bytes', (socket) => socket.once('data', () => socket.destroy())],
])('takes a server that %s for one that is away', async (_case, onConnection) => {
  const socketDirectory = mkdtempSync(join(tmpdir(), 'signalpost-ownership-'))
  onTestFinished(() => rmSync(socketDirectory, { recursive: true }))
  const server = createServer(onConnection).listen(join(socketDirectory, '.s.PGSQL.5432'))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // Whether the write or the read fails first is random.
  const tries = Array.from({ length: 50 }, () => takeOwnership({ socketDirectory }, credentials, '/data'))
  expect(await Promise.all(tries)).toEqual(tries.map(() => undefined))
})

test('takes a server that is not there for one that is away', async () => {
  const socketDirectory = join(tmpdir(), 'signalpost-no-such-directory')
  expect(await takeOwnership({ socketDirectory }, credentials, '/data')).toBeUndefined()
})
