import { randomUUID } from 'node:crypto'
import { type Answer, type Header, type RequestParts, sendRequest } from '@signalpost/testing'
import type { TestSource } from './open-store.ts'

export const jsonType: Header = ['content-type', 'application/json']

type Ping = { id: string; type: string; occurredAt: string; orgId: string; data: object }

/** A valid event with an id of its own. */
export function newEvent(members: Partial<Ping> & Record<string, unknown> = {}): Ping {
  const occurredAt = new Date().toISOString()
  return { id: `evt_${randomUUID()}`, type: 'ping', occurredAt, orgId: 'org_test', data: {}, ...members }
}

/** Returns the headers that the source's sender would add. */
export function signatureOf(
  source: Pick<TestSource, 'scheme' | 'settings' | 'secret'>,
  body: Buffer | string,
  { atMs = Date.now(), id = `msg_${randomUUID()}` }: { atMs?: number; id?: string } = {},
): Header[] {
  const { scheme, settings, secret } = source
  const timestampSeconds = Math.floor(atMs / 1000)
  const headers = scheme.sign({ secret, settings, body: Buffer.from(body), timestampSeconds, id })
  return Object.entries(headers)
}

/** Sends a correctly signed request; the options replace its parts. */
export function deliver(
  { port }: { port: number },
  source: TestSource,
  { body = JSON.stringify(newEvent()), atMs = Date.now(), ...parts }: RequestParts & { atMs?: number } = {},
): Promise<Answer> {
  return sendRequest(`http://127.0.0.1:${port}`, {
    path: `/hooks/${source.sourceId}`,
    headers: [jsonType, ...signatureOf(source, body, { atMs })],
    body,
    ...parts,
  })
}
