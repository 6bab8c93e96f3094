import type { PageCase } from './page-case.ts'

export const auditPages: PageCase = async ({ console, orgId, hostile }) => {
  await console.createSource(orgId, hostile)
  return [['Audit log', `/w/${orgId}/audit`]]
}
