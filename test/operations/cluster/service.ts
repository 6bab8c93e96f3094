import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort, runHAProxy } from '@signalpost/testing'

/**
 * A stand-in for a Kubernetes Service as kube-proxy implements it: it chooses an endpoint for each new connection, knows
 * nothing of requests, and an open connection stays where it is, also when its endpoint is removed. Unlike kube-proxy, it
 * accepts a connection before it knows whether the endpoint does.
 */
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
  let earlier: Promise<unknown> = Promise.resolve()
  /** Gives orders after all earlier ones: a removal between two orders of an addition would be undone by the second. */
  const orderInTurn = (...commands: string[]): Promise<void> => {
    const done = earlier.then(async () => {
      for (const command of commands) {
        const answer = await order(command)
        if (/no such|unknown|invalid|require/i.test(answer)) throw new Error(`HAProxy: ${command}: ${answer}`)
      }
    })
    earlier = done.catch(() => undefined)
    return done
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
      await orderInTurn(
        `set server endpoints/pod${slot} addr ${address} port ${to}`,
        `set server endpoints/pod${slot} state ready`,
      )
    },
    remove: async (address) => {
      const slot = slots.get(address)
      if (slot === undefined) return
      slots.delete(address)
      await orderInTurn(`set server endpoints/pod${slot} state maint`)
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
