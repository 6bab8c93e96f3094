import { readFile } from 'node:fs/promises'
import type { WarehouseKind } from './target.ts'

/** A question of analysts with its SQL, ready to paste. */
export type Recipe = { name: string; title: string; sql: string }

const titles = {
  'signals-by-week-and-source': 'Signals by week and source',
  'time-to-alert-and-assignment': 'Time to alert and to assignment',
  'verdicts-by-score-version': 'Verdicts by score version',
  'accounts-by-rising-score': 'Accounts with rising scores',
  'funnel-of-deals': 'Funnel of deals',
} as const

const directory = new URL('../recipes/', import.meta.url)

/** Returns the recipes for a warehouse's engine, with its names filled in. Some engines have none. */
export async function readRecipes(kind: WarehouseKind, settings: Record<string, unknown>): Promise<Recipe[]> {
  const { recipes } = kind
  if (recipes === undefined) return []
  const preamble = recipes.preambleOf(settings)
  return Promise.all(
    Object.entries(titles).map(async ([name, title]) => {
      const sql = await readRecipe(kind, name)
      return { name, title, sql: `${preamble}\n\n${sql?.trimEnd()};\n` }
    }),
  )
}

/** Returns the SQL of a recipe for a warehouse's engine, without names; undefined if there is none. */
export async function readRecipe({ recipes }: WarehouseKind, name: string): Promise<string | undefined> {
  if (recipes === undefined || !Object.hasOwn(titles, name)) return undefined
  return readFile(new URL(`${recipes.engine}/${name}.sql`, directory), 'utf8')
}
