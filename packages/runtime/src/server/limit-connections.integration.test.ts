import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { noNetworks, parseNetworks } from '../config/networks.ts'
import { type ConnectionLimits, limitConnections, networkOf } from './limit-connections.ts'

test('limitConnections closes what one address opens past its limit, and no one else', async () => {
  const { open, refused } = await serve({ maxConnections: 100, maxConnectionsPerAddress: 3 })
  const first = await Promise.all([open('127.0.0.2'), open('127.0.0.2'), open('127.0.0.2')])
  expect(await isAnswered(await open('127.0.0.2'))).toBe(false)
  expect(refused).toEqual(['address_limit'])
  expect(await isAnswered(await open('127.0.0.3'))).toBe(true)
  for (const socket of first) expect(await isAnswered(socket)).toBe(true)
})

test('limitConnections gives back the place of a connection that closed', async () => {
  const { open, refused } = await serve({ maxConnections: 100, maxConnectionsPerAddress: 1 })
  for (let round = 0; round < 5; round += 1) {
    const socket = await open('127.0.0.2')
    expect(await isAnswered(socket)).toBe(true)
    socket.end()
    await once(socket, 'close')
  }
  expect(refused).toEqual([])
})

test('limitConnections limits no address that is exempt', async () => {
  const exempt = parseNetworks('127.0.0.2')
  const { open } = await serve({ maxConnections: 100, maxConnectionsPerAddress: 1 }, exempt)
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open('127.0.0.2')))
  for (const socket of sockets) expect(await isAnswered(socket)).toBe(true)
})

test('limitConnections closes what is opened past the limit of the process', async () => {
  const { open, refused } = await serve({ maxConnections: 2, maxConnectionsPerAddress: 100 })
  await open('127.0.0.2')
  expect(await isAnswered(await open('127.0.0.3'))).toBe(true)
  expect(await isAnswered(await open('127.0.0.4'))).toBe(false)
  expect(refused).toEqual(['process_limit'])
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

async function serve(limits: ConnectionLimits, exempt = noNetworks) {
  const refused: string[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => response.end('ok'))
  limitConnections(server, { ...limits, exempt, onRefused: (reason) => refused.push(reason) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // the cast: it listens on a port
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    socket.on('error', () => undefined) // a reset is how some of them end
    await once(socket, 'connect')
    return socket
  }
  return { open, refused }
}

function isAnswered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
    if (socket.destroyed) resolve(false)
    else socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n')
  })
}
