import { setTimeout as sleep } from 'node:timers/promises'
import { keepDemoAct } from '@signalpost/administration/demo'
import { createSourceAct, rotateSourceAct } from '@signalpost/administration/source'
import { findNewestSecret } from '@signalpost/database/access'
import { instantOf } from '@signalpost/domain'
import { postOnce, type Sender } from '@signalpost/intake-client'
import { serviceV1 } from '@signalpost/signatures'
import type { CommandContext } from '../../command/context.ts'
import { getIntakeBase, intakeUrlOf } from '../../installation/service-urls.ts'
import { demoEventPrefix } from './demo-event.ts'

const pollMs = 250
/** Intakes know a new source within 5 s. */
const knownWithinMs = 15_000
/** Of a source's refused requests, one a second is examined. */
const examinedEachMs = 1_100
const weekSeconds = 7 * 24 * 3_600

/**
 * A second sender, with what goes wrong in practice: requests that are refused, a delivery that cannot be applied, one
 * id for two contents, and a secret that is being replaced.
 */
export async function addPartner(
  context: CommandContext,
  { orgId, sourceId }: { orgId: string; sourceId: string },
): Promise<void> {
  const { config, database, secretBox, nowMs } = context
  const partner = await context.call(createSourceAct, { orgId, name: 'Partner feed' })
  await context.perform(keepDemoAct, { orgId, records: [{ kind: 'source', id: partner.sourceId }] })
  const url = intakeUrlOf(getIntakeBase(config), partner.sourceId)
  const sender: Sender = { url, scheme: serviceV1, settings: {}, secret: partner.secret }
  const event = (name: string, type: string, data: object) => ({
    ...{ id: `${demoEventPrefix}partner_${name}`, type, occurredAt: instantOf(nowMs()), orgId, data },
  })
  await sendUntilKnown(sender, event('ping', 'ping', {}))
  await send(sender, event('incomplete', 'signal.created', { signal: { id: 'sig_demo_incomplete' } }))
  await send(sender, event('twice', 'ping', {}))
  await send(sender, event('twice', 'ping', { attempt: 2 }))

  const body = Buffer.from(JSON.stringify(event('refused', 'ping', {})))
  const ownSecret = await findNewestSecret(database, secretBox, sourceId)
  if (ownSecret !== undefined) await post(url, body, signed(body, ownSecret))
  await sleep(examinedEachMs)
  const spaced = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))
  await post(url, spaced, signed(body, partner.secret))
  await sleep(examinedEachMs)
  await post(url, body, {})
  const rotation = { sourceId: partner.sourceId, orgId, overlapSeconds: weekSeconds }
  await context.call(rotateSourceAct, rotation)
}

async function send(sender: Sender, event: { id: string }): Promise<boolean> {
  const answer = await postOnce(sender, { body: Buffer.from(JSON.stringify(event)), eventId: event.id })
  return answer.accepted
}

async function sendUntilKnown(sender: Sender, event: { id: string }): Promise<void> {
  const endsAtMs = performance.now() + knownWithinMs
  while (!(await send(sender, event)) && performance.now() < endsAtMs) await sleep(pollMs)
}

function signed(body: Buffer, secret: string) {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  return serviceV1.sign({ secret, settings: {}, body, id: `${demoEventPrefix}refused`, timestampSeconds })
}

/** A request that is meant to be refused. */
async function post(url: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, {
    ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
    ...{ body: new Uint8Array(body), redirect: 'manual' },
  })
  await response.arrayBuffer()
}
