import { waitUntil } from '@signalpost/testing'
import { expect } from 'vitest'
import type { Installation } from './installation.ts'

/** Sends an event to a new source of a new workspace, and reads its signal from the API. */
export async function readEventBack(installation: Installation): Promise<void> {
  const now = new Date().toISOString()
  const { orgId } = (await installation.cli(['workspace', 'create', '--name', 'Acme'])) as { orgId: string }
  const source = await installation.cli(['source', 'create', '--name', 'Container'])
  const { apiKey } = (await installation.cli(['key', 'create', '--scope', 'signals:read'])) as {
    apiKey: string
  }
  const signal = {
    ...{ id: 'sig_container', orgId, listenerId: 'lsn_container', source: 'hackernews' },
    ...{ url: 'https://news.ycombinator.com/item?id=1', title: 'A title', excerpt: 'An excerpt.' },
    ...{ postedAt: now, relevanceScore: 80, classification: 'high_intent', rationale: 'It fits.' },
    ...{ matchedKeywords: ['signals'], firstSeenAt: now, urgency: 'high' },
  }
  const event = { id: 'evt_container', type: 'signal.created', occurredAt: now, orgId, data: { signal } }
  const words = ['event', 'send', '--source', String(source.sourceId), '--file', '/run/event.json']
  const files = { '/run/event.json': JSON.stringify(event) }
  // The intake knows a new source within seconds, and refuses its events until then.
  await waitUntil('the intake accepts the event', () =>
    installation.cli(words, files).then(
      () => true,
      () => false,
    ),
  )
  const read = () =>
    fetch(`${installation.urlOf('api')}/v1/results/sig_container`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
  await waitUntil('the signal can be read', async () => (await read()).ok)
  expect(await (await read()).json()).toMatchObject({ title: 'A title' })
}
