import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connect } from './connection.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts a server that answers the first message, and returns a URL that leads to it. */
async function serve(answer: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `postgres://a:b@127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/d`
}

const message = (code: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, code)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const loggedIn = Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))])

/** Sockets and timers that would outlive what opened them. */
const held = (): string[] =>
  process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|TCPWRAP|Timeout/.test(name))

test.each([
  ['a@127.0.0.1:1/d?sslmode=require&sslrootcert=/nowhere', 'names a file that cannot be read'],
  ['a@127.0.0.1:1/d?sslnegotiation=never', 'has a part that the driver cannot read'],
  ['a@127.0.0.1:1/d?port=70000', '(url_refused)'],
  ['%ff@127.0.0.1:1/d', 'has a part that the driver cannot read'],
])('leaves neither socket nor timer behind where the driver throws on %s', async (rest, expected) => {
  const before = held()
  await expect(connect({ url: `postgres://${rest}` })).rejects.toThrow(expected)
  await new Promise((resolve) => setImmediate(resolve))
  // The driver's own timer lets the process end, and finds a socket whose errors are heard.
  expect(held().filter((name) => name !== 'Timeout')).toEqual(before.filter((name) => name !== 'Timeout'))
})

test.each([
  ['an unknown way to log in', message('R', int32(99))],
  ['a description that is too short', Buffer.concat([loggedIn, message('T', Buffer.from([0]))])],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\nAKIA-INTERNAL-SECRET')],
  ['an error without a code', message('E', Buffer.from('MAKIA-INTERNAL-SECRET\0\0'))],
])('ends the connection, not the process, where a server answers %s', async (_name, answer) => {
  const url = await serve((socket) => socket.end(answer))
  const error = await connect({ url }).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(String(error)).toMatch(/\((not_understood|reset)\)/)
  expect(String(error)).not.toContain('SECRET')
})

test('shows an error of PostgreSQL itself', async () => {
  const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed', '']
  const url = await serve((socket) => socket.end(message('E', Buffer.from(`${fields.join('\0')}\0`))))
  await expect(connect({ url })).rejects.toMatchObject({
    message: 'password authentication failed',
    code: '28P01',
  })
})

test.each([
  ['one message', [Buffer.concat([Buffer.from('D'), int32(1_000_000_000)])]],
  ['notices', []],
])('cuts an answer off that never ends, in %s', async (_name, first) => {
  const notice = message('N', Buffer.from(`SNOTICE\0VNOTICE\0C00000\0M${'x'.repeat(65_000)}\0\0`))
  const before = process.memoryUsage().rss
  const url = await serve((socket) => {
    for (const piece of first) socket.write(piece)
    const send = (): void => {
      while (socket.write(notice));
    }
    socket.on('drain', send)
    send()
  })
  await expect(connect({ url })).rejects.toThrow('(too_large)')
  expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024)
})
