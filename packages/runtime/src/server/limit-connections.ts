import type { Server } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Networks } from '../config/networks.ts'
import { plainAddress } from '../http/client-address.ts'

export type ConnectionLimits = {
  /** Connections to the whole process. */
  maxConnections: number
  /** Connections from one address; from one /64 for IPv6, since a client has all of it. */
  maxConnectionsPerAddress: number
}

/** Closes connections past the limits as soon as they open. Addresses in `exempt` have no limit of their own. */
export function limitConnections(
  server: Server,
  {
    maxConnections,
    maxConnectionsPerAddress,
    exempt,
    onRefused,
  }: ConnectionLimits & {
    exempt: Networks
    onRefused: (reason: 'process_limit' | 'address_limit') => void
  },
): void {
  const open = new Map<string, number>()
  server.maxConnections = maxConnections
  server.on('drop', () => onRefused('process_limit'))
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (exempt.has(address)) return
    const client = networkOf(address)
    const count = open.get(client) ?? 0
    if (count >= maxConnectionsPerAddress) {
      socket.destroy()
      onRefused('address_limit')
      return
    }
    open.set(client, count + 1)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  })
}

/** Returns an IPv4 address unchanged, and the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
