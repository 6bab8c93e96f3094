import { recordRejections } from '@signalpost/database/access'
import type { PageCase } from './page-case.ts'

export const rejectionPages: PageCase = async ({ console, orgId, hostile }) => {
  const { sourceId } = await console.createSource(orgId, hostile)
  await recordRejections(console.database, [
    {
      ...{ sourceId, at: new Date(), reason: 'malformed', bytes: 12, address: '203.0.113.7' },
      ...{ finding: 'malformed', detail: hostile },
    },
  ])
  return [['Rejections', `/w/${orgId}/rejections`]]
}
