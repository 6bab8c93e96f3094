import { createKeyAct } from '@signalpost/administration/key'
import type { PageCase } from './page-case.ts'

export const keyPages: PageCase = async ({ console, orgId, hostile }) => {
  const name = hostile.slice(0, 120)
  await console.perform(createKeyAct, { orgId, scopes: ['signals:read'], name, memberId: 'm'.repeat(200) })
  return [['API keys', `/w/${orgId}/keys`]]
}
