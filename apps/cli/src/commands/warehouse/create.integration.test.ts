import { join } from 'node:path'
import { createWorkspace } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { createContext } from '../../command/context.ts'
import { createProgram } from '../../command/create-program.ts'
import { readCliConfig } from '../../config.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'
import { createCommandOf } from './create.ts'

let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  const workspace = { orgId: 'org_acme', name: 'Acme', plan: 'standard' }
  await createWorkspace(store.database, { ...workspace, accountIntelligence: false, analysisAllowance: 1 })
})

afterAll(() => store.close())

const settings = z.strictObject({ shelfName: z.string(), height: z.string().default('low') })
const secrets = z.strictObject({ doorCode: z.string().regex(/^\d+$/, 'expected digits') })

/** A kind of this test alone, which stores its rows in a DuckDB file. */
function makeShelf(): WarehouseKind {
  const duckdb = warehouseKinds.find(({ kind }) => kind === 'duckdb')
  if (duckdb === undefined) throw new Error('there is no kind to build on')
  const path = join(String(store.environment.SIGNALPOST_DATA_DIR), 'shelf.duckdb')
  return {
    ...duckdb,
    ...{ kind: 'shelf', summary: 'Keeps a shelf in sync', isBeta: true, settings, secrets },
    optionalPackages: { ladder: '1.0.0' },
    options: {
      shelfName: { placeholder: '<name>', description: 'which one' },
      height: { placeholder: '<height>', description: 'how high' },
      doorCode: { secret: 'text or file', description: 'what opens the room' },
    },
    locationOf: (place) => `the shelf ${settings.parse(place.settings).shelfName}`,
    open: (options) => duckdb.open({ ...options, settings: { path }, secrets: {} }),
  }
}

/** Runs `warehouse create shelf`; returns its output or error. */
async function createShelf(args: string[]): Promise<unknown> {
  const said: unknown[] = []
  const shelf = makeShelf()
  const terminal = {
    print: (text: string) => void said.push(text),
    note: () => undefined,
    startProgress: () => ({ advance: () => undefined, stop: () => undefined }),
    ask: async () => false,
  }
  const { context, close } = createContext({
    environment: {},
    readConfig: () => readCliConfig(store.environment),
    terminal,
    nowMs: Date.now,
    isConfirmed: false,
    kinds: [shelf],
  })
  const program = createProgram({
    version: '1.0.0',
    commands: [createCommandOf(shelf)],
    print: terminal.print,
    onCall: async ({ command, given }) => void said.push(await command.run(context, given)),
  })
  try {
    await program.parseAsync(['warehouse', 'create', 'shelf', ...args], { from: 'user' })
  } catch (error) {
    said.push(error instanceof Error && error.message)
  } finally {
    await close()
  }
  return said[0]
}

test('the help of warehouse create shows the options that the kind declares', async () => {
  const help = await createShelf(['--help'])
  expect(help).toContain('Keeps a shelf in sync (beta); run warehouse install shelf first.')
  expect(help).toMatch(
    / --shelf-name <name> +which one\n +--height <height> +how high\n +--door-code <text> +what opens the room\n +--door-code-file <file> /,
  )
})

test('warehouse create names the option whose value a kind refuses', async () => {
  const common = ['--name', 'Books']
  expect(await createShelf(common)).toBe('--shelf-name is needed')
  const named = [...common, '--shelf-name', 'a']
  expect(await createShelf(named)).toBe('--door-code or --door-code-file is needed')
  expect(await createShelf([...named, '--door-code', 'none'])).toBe('--door-code: expected digits')
})

test('warehouse create stores the settings, sealed secrets and location of a new kind', async () => {
  const made = await createShelf(['--name', 'Books', '--shelf-name', 'a', '--door-code', '77665544'])
  expect(made).toMatchObject({
    json: { kind: 'shelf', location: 'the shelf a', settings: { shelfName: 'a', height: 'low' } },
  })
  const { rows } = await store.pool.query<{ row: string }>(
    'select to_jsonb(w)::text as row from warehouses w',
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify([made, rows])).not.toContain('77665544')
})
