import { quote } from '../quote.ts'

export const insufficientPrivilege = '42501'

/** The statement that lets a role keep its tables in a schema. */
export function grantOfSchema({ schema, role }: { schema: string; role: string }): string {
  return `grant usage, create on schema ${quote(schema)} to ${quote(role)}`
}

/**
 * Returns the statement by which a person gives a role what PostgreSQL refused it; undefined for any other error, for one
 * in another language than English, and where the URL names no role.
 */
export function findGrant(
  cause: Error,
  { schema, role }: { schema: string; role: string },
): string | undefined {
  if (!('code' in cause) || cause.code !== insufficientPrivilege || role === '') return undefined
  const to = `to ${quote(role)}`
  const [, owned] = /^must be owner of (?:table|view|relation) (\w+)$/.exec(cause.message) ?? []
  if (owned !== undefined) return `alter table ${quote(schema)}.${quote(owned)} owner ${to}`
  if (/^permission denied for (?:table|view|relation) /.test(cause.message))
    return `grant select, insert, update, delete on all tables in schema ${quote(schema)} ${to}`
  return cause.message === `permission denied for schema ${schema}`
    ? grantOfSchema({ schema, role })
    : undefined
}
