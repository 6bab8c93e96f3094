import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { createAuthority, createCertificate } from '@signalpost/testing'
import { afterEach, expect, test } from 'vitest'
import { createConnection, type OpenSocket } from './connection.ts'

const authority = createAuthority()
const ca = authority.certificate
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Listening = { port: number; bytes: () => number }

/** Starts a server at 127.0.0.2 that counts what it receives. */
async function listenElsewhere(isSecure: boolean): Promise<Listening> {
  const { certificate, key } = createCertificate({ names: ['good.test'], authority })
  const server = isSecure ? createTlsServer({ cert: certificate, key }) : createServer()
  let bytes = 0
  server.on(isSecure ? 'secureConnection' : 'connection', (socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (data: Buffer) => {
        bytes += data.length
      })
  })
  server.on('tlsClientError', () => undefined)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  // A server that listens on a port has such an address.
  return { port: (server.address() as AddressInfo).port, bytes: () => bytes }
}

/** Simulates a broken stack that connects to 127.0.0.2, whatever address it gets. */
const openElsewhere: OpenSocket = ({ port }, secure) => {
  const host = '127.0.0.2'
  return secure === undefined
    ? connect({ host, port })
    : connectTls({ host, port, servername: 'good.test', ...(secure.ca !== undefined && { ca: secure.ca }) })
}

function connectAs(
  protocol: string,
  { addresses, port }: { addresses: string[]; port: number },
): Promise<{ outcome: string; failure: string | undefined; isMade: boolean }> {
  const connection = createConnection({ tls: { ca }, open: openElsewhere })
  return new Promise((resolve) => {
    connection.connectTo(addresses)(
      { hostname: 'good.test', port: String(port), protocol },
      (error, socket) => {
        socket?.write('GET / HTTP/1.1\r\n\r\n')
        resolve({
          outcome: error?.message ?? 'connected',
          failure: connection.failure(),
          isMade: connection.isMade(),
        })
        connection.destroy()
      },
    )
  })
}

test.each(['http:', 'https:'])(
  'refuses an %s connection to an address that was not judged',
  async (protocol) => {
    const { port, bytes } = await listenElsewhere(protocol === 'https:')
    expect(await connectAs(protocol, { addresses: ['127.0.0.1', '::1'], port })).toEqual({
      outcome: 'connected to an address that was not checked',
      failure: 'connect_failed',
      isMade: false,
    })
    expect(bytes()).toBe(0)
  },
)

test.each(['http:', 'https:'])(
  'accepts an %s connection to any address that was judged',
  async (protocol) => {
    const { port } = await listenElsewhere(protocol === 'https:')
    const addresses = ['127.0.0.1', '127.0.0.2']
    expect(await connectAs(protocol, { addresses, port })).toMatchObject({
      outcome: 'connected',
      isMade: true,
    })
  },
)
