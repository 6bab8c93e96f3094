import type { Answer } from '../../api/call.ts'

export type Rule = Answer<'GET /console/api/w/{orgId}/rules'>['items'][number]
