import { type Scope, scopes } from '@signalpost/domain'
import type { Role } from './caller.ts'

/** Scopes with which an assistant only reads. */
const readingScopes: readonly Scope[] = [
  'signals:read',
  'accounts:read',
  'listeners:read',
  'pipeline:read',
  'export:read',
]

/** Returns the scopes that an assistant of a person may use: a viewer's only read, and none has acts of an admin. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return role === 'viewer' ? readingScopes : scopes
}
