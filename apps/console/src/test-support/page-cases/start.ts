import type { PageCase } from './page-case.ts'

export const startPages: PageCase = async ({ orgId }) => [['Getting started', `/w/${orgId}/start`]]
