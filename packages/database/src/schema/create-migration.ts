import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit, stderr, stdout } from 'node:process'

/**
 * Creates the next numbered migration and its line in the list: `npm run migration -- add-something`.
 * Afterwards, `npm test -- packages/database/src/schema -u` updates `schema.sql` and the types of its tables.
 */
function createMigration(name: string): string {
  const directory = join(import.meta.dirname, '../migrations')
  const numbers = readdirSync(directory).map((file) => Number.parseInt(file, 10))
  const number = String(Math.max(0, ...numbers.filter(Number.isInteger)) + 1).padStart(4, '0')
  const file = join(directory, `${number}-${name}.ts`)
  writeFileSync(file, template, { flag: 'wx' })

  const list = join(directory, 'index.ts')
  const binding = name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase())
  const text = readFileSync(list, 'utf8')
    .replace(/(\n\n\/\*\*)/, `\nimport { up as ${binding} } from './${number}-${name}.ts'$1`)
    .replace(/\n\}\n$/, `\n  '${number}-${name}': { up: ${binding} },\n}\n`)
  writeFileSync(list, text)
  return file
}

const template = `import { type Kysely, sql } from 'kysely'

/** Why the schema changes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql\`\`.execute(database)
}
`

const [, , name = ''] = argv
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  stderr.write('usage: npm run migration -- name-in-kebab-case\n')
  exit(2)
}
stdout.write(`${createMigration(name)}\n`)
