import { setTimeout as sleep } from 'node:timers/promises'
import { openRequest } from '../../support/sending/open-request.ts'
import type { Outgoing } from '../../support/sending/sender.ts'
import { defineFault } from '../fault.ts'

const hundred = 100
const slowMs = 3_000

export const duplicates = defineFault({
  name: 'a-hundred-duplicates-at-once',
  strike: async ({ harness }) => {
    const outgoing = harness.traffic.next()
    await Promise.all(Array.from({ length: hundred }, () => harness.sender.send(outgoing)))
  },
})

export const conflicts = defineFault({
  name: 'a-hundred-conflicts-at-once',
  strike: async ({ harness }) => {
    const outgoing = harness.traffic.next()
    await Promise.all(
      Array.from({ length: hundred }, (_, number) => harness.sender.send(otherwise(outgoing, number))),
    )
  },
})

export const slowSenders = defineFault({
  name: 'a-hundred-senders-that-never-finish',
  strike: async ({ harness }) => {
    const [url] = harness.product.intakeUrls()
    const [source] = harness.sources
    const opened = await Promise.all(
      Array.from({ length: hundred }, () =>
        openRequest(`${url}/hooks/${source?.sourceId}`, {
          headers: { 'content-type': 'application/json' },
          body: Buffer.alloc(hundred),
        }),
      ),
    )
    await sleep(slowMs)
    for (const one of opened) one.abandon()
  },
})

/** The same ids, each with different content: the one applied first wins. */
function otherwise(outgoing: Outgoing, number: number): Outgoing {
  const text = outgoing.body.toString('utf8')
  return {
    ...outgoing,
    body: Buffer.from(text.replaceAll('"occurredAt"', `"number":${number},"occurredAt"`)),
  }
}
