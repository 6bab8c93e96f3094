import { getSource } from '@signalpost/database/access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createSourceAct } from './index.ts'
import { openSender } from './open-sender.ts'

const orgId = 'org_sender'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => close())

test('a process that does not know its intake says what to set, and sends nowhere', async () => {
  const { sourceId } = await performAct(services, {
    ...{ caller: admin, act: createSourceAct, input: { orgId, name: 'CRM' } },
  })
  const source = await getSource(services.database, { sourceId, orgId })
  const intakeUrl = 'https://hooks.example.com'
  expect((await openSender({ ...services, intakeUrl }, source)).url).toBe(`${intakeUrl}/hooks/${sourceId}`)
  await expect(openSender({ ...services, intakeUrl: '' }, source)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('SIGNALPOST_INTAKE_URL'),
  })
})
