import type { Answer } from '../../api/call.ts'

export type Channel = Answer<'GET /console/api/w/{orgId}/channels/{id}'>
