import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort, runHAProxy } from '@signalpost/testing'

/** A stand-in for a Service of Kubernetes: connections go to its endpoints in turn, and an open one stays where it is. */
export type Service = {
  url: string
  /** Sends new connections to the port of an address, too. */
  add: (address: string, port: number) => Promise<void>
  /** Sends no new connections there. Open ones stay. */
  remove: (address: string) => Promise<void>
  stop: () => Promise<void>
}

const mostEndpoints = 16

export async function startService(): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-service-'))
  const port = await findFreePort()
  const socket = join(directory, 'admin')
  const configPath = join(directory, 'haproxy.cfg')
  writeFileSync(configPath, configure(port, socket))
  const order = async (command: string): Promise<string> => {
    const connection = connect(socket)
    await once(connection, 'connect')
    connection.end(`${command}\n`)
    return (await text(connection)).trim()
  }
  const isReady = () =>
    order('show info').then(
      (answer) => answer.includes('Version'),
      () => false,
    )
  const { stop } = await runHAProxy({ configPath, isReady })
  const slots = new Map<string, number>()
  const orderDone = async (command: string): Promise<void> => {
    const answer = await order(command)
    if (/no such|unknown|invalid|require/i.test(answer)) throw new Error(`HAProxy: ${command}: ${answer}`)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    add: async (address, to) => {
      const taken = new Set(slots.values())
      const slot = Array.from({ length: mostEndpoints }, (_, index) => index + 1).find(
        (one) => !taken.has(one),
      )
      if (slot === undefined) throw new Error(`The Service has ${mostEndpoints} endpoints already.`)
      slots.set(address, slot)
      await orderDone(`set server endpoints/pod${slot} addr ${address} port ${to}`)
      await orderDone(`set server endpoints/pod${slot} state ready`)
    },
    remove: async (address) => {
      const slot = slots.get(address)
      if (slot === undefined) return
      slots.delete(address)
      await orderDone(`set server endpoints/pod${slot} state maint`)
    },
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function configure(port: number, socket: string): string {
  return `global
  stats socket ${socket} mode 600 level admin

defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout client 120s
  timeout server 120s

listen endpoints
  bind 127.0.0.1:${port}
  balance roundrobin
  server-template pod 1-${mostEndpoints} 127.0.0.1:1 disabled
`
}
