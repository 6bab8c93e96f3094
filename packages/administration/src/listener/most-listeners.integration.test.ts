import { updateWorkspace } from '@signalpost/database/access'
import { expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createListenerAct } from './create-listener.ts'

test('a workspace has as many listeners as it may, also when many are made at once', async ({
  onTestFinished,
}) => {
  const { services, close } = await openServices()
  onTestFinished(close)
  const orgId = 'org_one'
  await addWorkspace(services, orgId)
  const limited = { ...services, workspaceLimits: { openJobs: 5, listeners: 2 } }
  const plan = {
    ...{ mode: 'market' as const, objective: 'find_customers', keywords: ['crm'], exclusions: [] },
    ...{ queries: [{ source: 'hackernews' as const, query: '"crm"' }], profile: { targetRoles: [] } },
  }
  const input = { orgId, name: 'CRM', plan, schedule: { everyMinutes: 30 } }
  const create = () => performAct(limited, { caller: admin, act: createListenerAct, input })
  const made = await Promise.allSettled([create(), create(), create(), create()])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(create()).rejects.toMatchObject({
    code: 'conflict',
    message: 'The workspace has 2 listeners, and may have no more. Delete one first.',
  })
  await updateWorkspace(services.database, orgId, { mostListeners: 3 })
  await create()
  await expect(create()).rejects.toThrow('has 3 listeners')
})
