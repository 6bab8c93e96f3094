import type { PageCase } from './page-case.ts'

export const sourcePages: PageCase = async ({ console, orgId, hostile }) => {
  const { sourceId } = await console.createSource(orgId, hostile)
  return [
    ['Sources', `/w/${orgId}/sources`],
    ['New source', `/w/${orgId}/sources/new`],
    [hostile, `/w/${orgId}/sources/${sourceId}`],
  ]
}
