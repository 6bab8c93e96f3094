import type { Answer } from '../../api/call.ts'

export type Listener = Answer<'GET /console/api/w/{orgId}/listeners/{id}'>
export type Report = Answer<'POST /console/api/w/{orgId}/listeners/{id}/try'>
export type Find = Answer<'GET /console/api/w/{orgId}/listeners/{id}/finds'>['items'][number]
export type Weights = Answer<'GET /console/api/w/{orgId}/listeners/{id}/weights'>
export type KeywordVerdicts = Weights['keywords'][number]
export type ListenerBar = Answer<'GET /console/api/w/{orgId}/listeners/{id}/bar'>
