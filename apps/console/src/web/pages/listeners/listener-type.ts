import type { Answer } from '../../api/call.ts'

export type Listener = Answer<'GET /console/api/w/{orgId}/listeners/{id}'>
export type Report = Answer<'POST /console/api/w/{orgId}/listeners/{id}/try'>
