import type { Answer } from '../../api/call.ts'

export type Escalation = Answer<'GET /console/api/w/{orgId}/escalations'>['items'][number]
export type Definition = Escalation['definition']
export type Taking = Definition['unless'][number]
