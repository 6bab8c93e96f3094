import { createApiKey } from '@signalpost/database/access'
import type { PageCase } from './page-case.ts'

export const keyPages: PageCase = async ({ console, orgId, hostile }) => {
  const name = hostile.slice(0, 120)
  await createApiKey(console.database, { orgId, scopes: ['signals:read'], name, memberId: 'm'.repeat(200) })
  return [['API keys', `/w/${orgId}/keys`]]
}
