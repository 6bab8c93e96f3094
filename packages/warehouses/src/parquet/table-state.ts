import { z } from 'zod'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import type { FileStore } from './stores/file-store.ts'

const position = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt)

const dataFile = z.object({ name: z.string(), rows: z.number(), bytes: z.number() })

const commit = z.object({
  workspaces: z.record(
    z.string(),
    z.object({
      position,
      rewriteUntil: position,
      version: z.number(),
      history: z.string().optional(),
      batchId: z.string().optional(),
      at: z.string(),
      files: z.array(dataFile),
    }),
  ),
})

export type DataFile = z.infer<typeof dataFile>

/** What a commit says of one workspace's table: where it stands, and all the files that hold it. */
export type TableState = {
  position: bigint
  rewriteUntil: bigint
  version: number
  /** As in `Cursor`. */
  history?: string | undefined
  /** Of the batch that was committed; none where only the cursor was set. */
  batchId?: string | undefined
  /** When it was committed. */
  at: string
  /** Among rows of equal versions the one in the later file counts. */
  files: readonly DataFile[]
}

type Workspaces = Readonly<Record<string, TableState>>
type Owner = { table: string; orgId: string }

/** Digits enough for every position, so that names sort like what they stand for. */
export function padPosition(value: bigint): string {
  return String(value).padStart(19, '0')
}

function commitPath(table: string, value: bigint): string {
  return `_commits/${table}/${padPosition(value)}.json`
}

/** The greatest commit of a workspace counts, and says all; older ones only say how it came about. */
export async function readState(store: FileStore, { table, orgId }: Owner): Promise<TableState | undefined> {
  for (const { path } of (await listCommits(store, table)).toReversed()) {
    const state = (await readCommit(store, path))[orgId]
    if (state !== undefined) return state
  }
  return undefined
}

/** The state of every workspace that has the table here. */
export async function readStates(store: FileStore, table: string): Promise<Workspaces> {
  const states: Record<string, TableState> = {}
  for (const { path } of await listCommits(store, table)) Object.assign(states, await readCommit(store, path))
  return states
}

/** Commits a state that is ahead of all others of its workspace; answers false where another batch was there first. */
export async function createState(store: FileStore, owner: Owner, state: TableState): Promise<boolean> {
  const path = commitPath(owner.table, state.position)
  if (await store.createText(path, textOf({ [owner.orgId]: state }))) return true
  const found = (await readCommit(store, path))[owner.orgId]
  // The answer to an earlier try may have been lost.
  if (found !== undefined) return found.batchId === state.batchId
  await writeState(store, owner, state)
  return true
}

/** Writes a state over one of the same position, or at a position that is no batch's. */
export async function writeState(
  store: FileStore,
  { table, orgId }: Owner,
  state: TableState,
): Promise<void> {
  const path = commitPath(table, state.position)
  const others = await readCommit(store, path)
  await store.writeText(path, textOf({ ...others, [orgId]: state }))
}

/** Takes a workspace out of all commits after a position; the greatest goes last, and until then it counts. */
export async function removeStatesAfter(
  store: FileStore,
  { table, orgId }: Owner,
  after: bigint | undefined,
): Promise<void> {
  const keep = after === undefined ? '' : commitPath(table, after)
  for (const { path } of await listCommits(store, table)) {
    if (path > keep) await removeFromCommit(store, path, orgId)
  }
}

/** Takes a workspace out of the commits that added none of the files that it still has, but for the last. */
export async function pruneStates(
  store: FileStore,
  { table, orgId }: Owner,
  { position: last, files }: TableState,
): Promise<void> {
  const needed = new Set([...files.map(({ name }) => name.split('-')[1]), padPosition(last)])
  for (const { path } of await listCommits(store, table)) {
    if (!needed.has(path.slice(-'.json'.length - 19, -'.json'.length)))
      await removeFromCommit(store, path, orgId)
  }
}

async function removeFromCommit(store: FileStore, path: string, orgId: string): Promise<void> {
  const { [orgId]: ours, ...others } = await readCommit(store, path)
  if (ours === undefined) return
  if (Object.keys(others).length > 0) await store.writeText(path, textOf(others))
  else await store.remove([path])
}

async function listCommits(store: FileStore, table: string): Promise<{ path: string }[]> {
  const files = await store.list(`_commits/${table}`)
  return files.filter(({ path }) => /\/\d{19}\.json$/.test(path))
}

async function readCommit(store: FileStore, path: string): Promise<Workspaces> {
  const text = await store.readText(path)
  if (text === undefined) return {}
  const parsed = commit.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.workspaces
  throw new UnusablePlaceError(`${path} was written by something else; empty the place, or name another`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(workspaces: Workspaces): string {
  const text = JSON.stringify({ workspaces }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return `${text}\n`
}
