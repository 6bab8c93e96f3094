import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import { jsonType, newEvent, signatureOf } from './deliver.ts'
import type { TestSource } from './open-store.ts'

/** A request whose header was read: the intake asked for its body. */
export type BegunDelivery = {
  /** Sends the body. Resolves with the answer, once the intake has closed the connection. */
  finish: () => Promise<{ status: number; head: string; body: string }>
}

export async function beginDelivery(port: number, to: TestSource): Promise<BegunDelivery> {
  const body = JSON.stringify(newEvent())
  const headers = [
    ['host', 'intake.example'],
    jsonType,
    ['content-length', String(body.length)],
    ['expect', '100-continue'],
    ...signatureOf(to, body),
  ]
  const socket: Socket = connect({ host: '127.0.0.1', port })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /hooks/${to.sourceId} HTTP/1.1\r\n${lines}\r\n`)
  const [asked] = await once(socket, 'data')
  expect(String(asked)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  const closed = once(socket, 'close')
  return {
    finish: async () => {
      socket.write(body)
      await closed
      const [head = '', text = ''] = answer.split('\r\n\r\n', 2)
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: text }
    },
  }
}
