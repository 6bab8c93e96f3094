import type { PageCase } from './page-case.ts'

export const overviewPages: PageCase = async ({ orgId }) => [['Overview', `/w/${orgId}/overview`]]
