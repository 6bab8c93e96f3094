import type { Answer } from '../api/call.ts'

export type Scope = Answer<'GET /console/api/authorizations/{id}'>['scopes'][number]

/** What each scope allows, as it follows `It may`. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'signals:read': 'read signals',
  'accounts:read': 'read accounts',
  'listeners:read': 'read listeners',
  'listeners:analyse': 'analyse websites',
  'pipeline:read': 'read deals',
  'pipeline:write': 'assign signals, change deals',
  'collections:write': 'save signals, write notes',
  'export:read': 'export the pipeline',
}
