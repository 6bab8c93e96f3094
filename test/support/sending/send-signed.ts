import type { Agent } from 'node:http'
import { signServiceV1 } from '@signalpost/signatures'
import { type Answer, sendRequest } from '@signalpost/testing'
import type { SignedSource } from './sender.ts'

/** Sends one body as the source's sender would. Rejects when no whole answer comes within `timeoutMs`. */
export function sendSigned(
  intakeUrl: string,
  { sourceId, secret }: Pick<SignedSource, 'sourceId' | 'secret'>,
  { body, agent, timeoutMs }: { body: Buffer; agent: Agent | false; timeoutMs: number },
): Promise<Answer> {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  return sendRequest(intakeUrl, {
    path: `/hooks/${sourceId}`,
    headers: [
      ['content-type', 'application/json'],
      ['x-service-signature', signServiceV1({ secret, timestampSeconds, body })],
    ],
    ...{ body, agent, timeoutMs },
  })
}
