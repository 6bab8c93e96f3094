import {
  createApiKey,
  endSourceSecret,
  listSourceSecrets,
  listSources,
  recordApiKeyUse,
  recordRejections,
  recordSourceActivity,
  rotateSourceSecret,
} from '@signalpost/database/access'
import { discardDeliveries, listDeliveries } from '@signalpost/database/ledger'
import { createPerson } from '@signalpost/database/people'
import { storeAssistant } from '../store-assistants.ts'
import { addSource, type Ground, type PlantedFault, run, settleAs, storeReceived } from './planted-fault.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

async function sourceOf({ database, orgId }: Ground): Promise<string> {
  const [source] = await listSources(database, orgId)
  if (source === undefined) throw new Error('There is no source.')
  return source.sourceId
}

/** Its secrets, the newest first. */
async function secretsOf(ground: Ground) {
  const sourceId = await sourceOf(ground)
  const { secrets } = await listSourceSecrets(ground.database, { sourceId })
  return { sourceId, ids: secrets.map(({ secretId }) => secretId) }
}

const stepOf = (agoMs: number): Date =>
  new Date(Math.floor((Date.now() - agoMs) / (5 * minuteMs)) * 5 * minuteMs)

/** The source verified one request at each of these moments, by its newest secret or the one before. */
async function verifyAt(ground: Ground, agosMs: number[], secret: 'newest' | 'previous' = 'newest') {
  const { sourceId, ids } = await secretsOf(ground)
  const secretId = ids[secret === 'newest' ? 0 : 1] ?? ''
  await recordSourceActivity(ground.database, {
    deliveries: [{ sourceId, at: new Date(Date.now() - Math.min(...agosMs)) }],
    secrets: agosMs.map((agoMs) => {
      const at = new Date(Date.now() - agoMs)
      return { secretId, step: stepOf(agoMs), uses: 1, lastAt: at }
    }),
  })
}

/** The source refused so many requests within the last minute, and `usual` in each hour of the week before. */
async function refuse(ground: Ground, { count, usual = 0 }: { count: number; usual?: number }) {
  const sourceId = await sourceOf(ground)
  const rejection = { sourceId, at: new Date(), reason: 'mismatch', bytes: 2, address: '192.0.2.1' }
  const earlier = Array.from({ length: 24 * 7 }, (_, hour) => stepOf((hour + 1.5) * hourMs))
  await recordRejections(
    ground.database,
    [{ ...rejection, finding: null, detail: null }],
    [
      { sourceId, step: stepOf(0), refusals: count },
      ...earlier.map((step) => ({ sourceId, step, refusals: usual })),
    ],
  )
}

const makeOlder = run(`update sources set created_at = now() - interval '30 days' where org_id = $1`)
const hearAgain = (ground: Ground): Promise<void> => verifyAt(ground, [0])
const every = (stepMs: number, { from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: Math.floor((to - from) / stepMs) + 1 }, (_, index) => from + index * stepMs)

const rotateWithin = async (ground: Ground, overlapMs: number): Promise<void> => {
  await addSource(ground)
  const { database, secretBox } = ground
  const sourceId = await sourceOf(ground)
  await rotateSourceSecret(database, secretBox, { sourceId, secret: 'whsec_new', overlapMs })
}

export const receivingFaults: PlantedFault[] = [
  {
    fault: 'deliveries that are settled and not counted',
    kind: 'ledger_mismatch',
    summary: /2 deliveries are not counted and 0 counted deliveries are not there/,
    link: /\/deliveries$/,
    prepare: async (ground) => settleAs(ground, await storeReceived(ground, { count: 3 }), 'applied'),
    plant: async (ground) => {
      await run('alter table deliveries disable trigger deliveries_are_counted')(ground)
      await settleAs(ground, await storeReceived(ground, { count: 2 }), 'duplicate')
      await run('alter table deliveries enable trigger deliveries_are_counted')(ground)
    },
    end: run(`select recount_ledger('')`),
  },
  {
    fault: 'deliveries that were counted and are gone',
    kind: 'ledger_mismatch',
    summary: /0 deliveries are not counted and 1 counted delivery is not there/,
    link: /\/deliveries$/,
    prepare: async (ground) => settleAs(ground, await storeReceived(ground, { count: 3 }), 'applied'),
    plant: run(`delete from deliveries where delivery_id in (
                  select delivery_id from deliveries where org_id = $1 limit 1)`),
    end: run(`select recount_ledger('')`),
  },
  {
    fault: 'dead letters',
    kind: 'dead_letters',
    summary: /^2 deliveries from CRM could not be applied/,
    link: /\/deliveries\?status=dead&source=src_/,
    plant: async (ground) => {
      const { sourceId } = await addSource(ground)
      await settleAs(ground, await storeReceived(ground, { count: 2, sourceId }), 'dead')
    },
    end: async (ground) => {
      const { items } = await listDeliveries(ground.database, { orgId: ground.orgId }, { limit: 9 })
      await discardDeliveries(
        ground.database,
        items.map(({ deliveryId }) => deliveryId),
      )
    },
  },
  {
    fault: 'a delivery that no worker applies',
    kind: 'late_deliveries',
    summary: /^1 delivery waits; the first has been due for 40 s/,
    link: /\/deliveries\?status=queued$/,
    prepare: (ground) => storeReceived(ground, { count: 1 }),
    plant: run(`update deliveries set due_at = now() - interval '40 seconds' where org_id = $1`),
    end: run(`update deliveries set status = 'applied' where org_id = $1`),
  },
  {
    fault: 'more refusals than usual',
    kind: 'refused_requests',
    summary:
      /^40 requests to CRM were refused in the last hour, where 10 are usual\. The newest: The signature does not match\.$/,
    link: /\/rejections\?source=src_/,
    prepare: async (ground) => {
      await addSource(ground)
      await verifyAt(ground, [2 * hourMs])
      await refuse(ground, { count: 40, usual: 10 })
      // A person disabled it, on purpose.
      await run('update sources set enabled = false where org_id = $1')(ground)
    },
    plant: run('update sources set enabled = true where org_id = $1'),
    end: run(`update source_refusals set step = step - interval '2 hours' where step > now() - interval '1 hour'
                and source_id in (select source_id from sources where org_id = $1)`),
  },
  {
    fault: 'a sender whose requests are all refused, which became usual',
    kind: 'refused_requests',
    summary: /^10 requests to CRM were refused in the last hour, where 10 are usual/,
    link: /\/rejections\?source=src_/,
    prepare: async (ground) => {
      await addSource(ground)
      await verifyAt(ground, [2 * hourMs])
      await refuse(ground, { count: 10, usual: 10 })
    },
    plant: run(`delete from source_secret_uses where secret_id in (
            select secret_id from source_secrets join sources using (source_id) where org_id = $1)`),
    end: hearAgain,
  },
  {
    fault: 'a secret that ends while its sender uses it',
    kind: 'ending_secret',
    summary: /^A secret of CRM ends in 2 h and is still in use/,
    link: /\/sources\/src_/,
    prepare: (ground) => rotateWithin(ground, 2 * hourMs),
    plant: (ground) => verifyAt(ground, [10 * minuteMs], 'previous'),
    end: async (ground) => {
      const { sourceId, ids } = await secretsOf(ground)
      const at = new Date(Date.now() + 30 * dayMs)
      await endSourceSecret(ground.database, { sourceId, secretId: ids[1] ?? '', at })
    },
  },
  {
    fault: 'a secret that ends while its sender, who comes seldom, has no other',
    kind: 'ending_secret',
    summary: /^A secret of CRM ends in 2 h and is still in use/,
    link: /\/sources\/src_/,
    prepare: (ground) => rotateWithin(ground, 2 * hourMs),
    plant: (ground) => verifyAt(ground, [5 * hourMs], 'previous'),
    end: (ground) => verifyAt(ground, [2 * hourMs], 'newest'),
  },
  {
    fault: 'an API key that expires while a program uses it',
    kind: 'expiring_key',
    summary: /^The API key Reporting expires in 2 d and is still in use/,
    link: /\/keys$/,
    prepare: async ({ database, orgId }) => {
      const key = { orgId, name: 'Reporting', scopes: ['signals:read' as const] }
      const { keyId } = await createApiKey(database, {
        ...key,
        expiresAt: new Date(Date.now() + 50 * hourMs),
      })
      await createApiKey(database, { ...key, name: 'Unused', expiresAt: new Date(Date.now() + hourMs) })
      await recordApiKeyUse(database, { keyId, usedAt: new Date(Date.now() - 40 * dayMs) })
    },
    plant: run(`update api_keys set last_used_at = now() where org_id = $1 and name = 'Reporting'`),
    end: run(`update api_keys set revoked_at = now() where org_id = $1`),
  },
  {
    fault: 'a token of an assistant that was used again late',
    kind: 'reused_token',
    summary: /^An assistant of Ann was ended: one of its tokens was used again/,
    link: /\/assistants$/,
    prepare: async ({ database, orgId }) => {
      const person = { email: null, name: 'Ann', isOperator: false, nowMs: Date.now() }
      const { personId } = await database.transaction().execute((one) => createPerson(one, person))
      await storeAssistant(database, { orgId, personId })
    },
    plant: run(`update assistants set ended_at = now(), end_reason = 'reuse' where org_id = $1`),
    end: run(`update assistants set ended_at = now() - interval '8 days' where org_id = $1`),
  },
  {
    fault: 'a source that sent at this time a week ago',
    kind: 'source_silent',
    summary: /^CRM has sent nothing for 2 h; a week ago it sent at this time/,
    link: /\/sources\/src_/,
    prepare: async (ground) => {
      await addSource(ground)
      await makeOlder(ground)
      await verifyAt(ground, every(5 * minuteMs, { from: 7 * dayMs - hourMs, to: 7 * dayMs + 2 * hourMs }))
      await verifyAt(ground, [10 * minuteMs])
    },
    plant: run(`update source_activity set last_delivery_at = now() - interval '2 hours' where source_id in (
                  select source_id from sources where org_id = $1)`),
    end: hearAgain,
  },
  {
    fault: 'a source of one request a day that left one out',
    kind: 'source_silent',
    summary: /^CRM has sent nothing for 27 h; a week ago it sent at this time/,
    link: /\/sources\/src_/,
    prepare: async (ground) => {
      await addSource(ground)
      await makeOlder(ground)
      await verifyAt(ground, [7 * dayMs + 3 * hourMs])
      await verifyAt(ground, [25 * hourMs])
    },
    plant: run(`update source_activity set last_delivery_at = now() - interval '27 hours' where source_id in (
                  select source_id from sources where org_id = $1)`),
    end: hearAgain,
  },
  {
    fault: 'a new source that is silent for longer than it ever was',
    kind: 'source_silent',
    summary: /^CRM has sent nothing for 3 h; its longest pause before was 1 h/,
    link: /\/sources\/src_/,
    prepare: async (ground) => {
      await addSource(ground)
      await verifyAt(ground, every(hourMs, { from: 3 * hourMs, to: 30 * hourMs }))
      await verifyAt(ground, [110 * minuteMs])
    },
    plant: async (ground) => {
      const inWorkspace = 'in (select source_id from sources where org_id = $1)'
      await run(`update source_activity set last_delivery_at = now() - interval '3 hours'
                 where source_id ${inWorkspace}`)(ground)
      await run(`delete from source_secret_uses where step > now() - interval '150 minutes' and secret_id in (
                   select secret_id from source_secrets where source_id ${inWorkspace})`)(ground)
    },
    end: hearAgain,
  },
]
