import { warehouseTables } from '@signalpost/domain'

type Scope = {
  /** Returns a table of the warehouse in its SQL. */
  tableOf: (name: string) => string
  /** How many rows it returns at most. */
  most: number
}

/**
 * Returns the SQL of a recipe that sees the rows of one workspace alone: others may share its tables. `$1` is the
 * workspace. The recipe's own order and names stay.
 */
export function scopeRecipe(sql: string, { tableOf, most }: Scope): string {
  const question = sql.replaceAll(/^--.*\n/gm, '').trim()
  const scoped = warehouseTables
    .filter(({ name }) => new RegExp(String.raw`\b${name}\b`).test(question))
    .map(({ name }) => `${name} as (select * from ${tableOf(name)} where org_id = $1)`)
  const rest = /^with\s/.test(question) ? `, ${question.slice('with '.length)}` : ` ${question}`
  return `with ${scoped.join(', ')}${rest}\nlimit ${most}`
}
