import { z } from 'zod'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import type { FileStore } from './stores/file-store.ts'

const position = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt)

const dataFile = z.object({ name: z.string(), rows: z.number(), bytes: z.number() })
const replacedFile = z.object({ name: z.string(), at: z.string() })
const gone = z.object({ since: z.string(), keys: z.array(z.string()).nullable() })

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
      replaced: z.array(replacedFile).default([]),
      gone: gone.optional(),
    }),
  ),
})

export type DataFile = z.infer<typeof dataFile>
/** A file whose rows are in another one since `at`. */
type ReplacedFile = z.infer<typeof replacedFile>

/** The keys of records that were deleted and whose contents are still in files; null for more than are named. */
export type Gone = z.infer<typeof gone>

/** A commit's state of one workspace's table: its cursor, and all its files. */
export type TableState = {
  position: bigint
  rewriteUntil: bigint
  version: number
  /** As in `Cursor`. */
  history?: string | undefined
  /** The committed batch; none if only the cursor was set. */
  batchId?: string | undefined
  /** The time of the commit. */
  at: string
  /** Of rows with equal versions, the one in the later file counts. */
  files: readonly DataFile[]
  /** Files that are still there for readers, the oldest first. */
  replaced: readonly ReplacedFile[]
  gone?: Gone | undefined
}

type Workspaces = Readonly<Record<string, TableState>>
type Owner = { table: string; orgId: string }

/** Pads a position to enough digits for any, so that names sort like positions. */
export function padPosition(value: bigint): string {
  return String(value).padStart(19, '0')
}

function commitPath(table: string, value: bigint): string {
  return `_commits/${table}/${padPosition(value)}.json`
}

/**
 * Reads the latest commit of a workspace, which is complete; older ones are only history. Throws UnusablePlaceError for one
 * that cannot be read, unless such are passed over.
 */
export async function readState(
  store: FileStore,
  { table, orgId }: Owner,
  { passesUnreadable = false }: { passesUnreadable?: boolean } = {},
): Promise<TableState | undefined> {
  for (const { path } of (await listCommits(store, table)).toReversed()) {
    const workspaces = passesUnreadable ? await findInCommit(store, path) : await readCommit(store, path)
    const state = workspaces?.[orgId]
    if (state !== undefined) return state
  }
  return undefined
}

/** Returns the paths of the commits of a table, also of superseded ones, that cannot be read. */
export async function findUnreadableCommits(store: FileStore, table: string): Promise<string[]> {
  const unreadable: string[] = []
  for (const { path } of await listCommits(store, table))
    if ((await findInCommit(store, path)) === undefined) unreadable.push(path)
  return unreadable
}

/** Reads the state of every workspace with this table. */
export async function readStates(store: FileStore, table: string): Promise<Workspaces> {
  const states: Record<string, TableState> = {}
  for (const { path } of await listCommits(store, table)) Object.assign(states, await readCommit(store, path))
  return states
}

/** Commits a state ahead of all others of its workspace; returns false if another batch was first. */
export async function createState(store: FileStore, owner: Owner, state: TableState): Promise<boolean> {
  const path = commitPath(owner.table, state.position)
  if (await store.createText(path, textOf({ [owner.orgId]: state }))) return true
  const found = (await readCommit(store, path))[owner.orgId]
  // The answer to an earlier try may have been lost.
  if (found !== undefined) return found.batchId === state.batchId
  await writeState(store, owner, state)
  return true
}

/** Replaces a state of the same position, or writes one at a position without a batch. */
export async function writeState(
  store: FileStore,
  { table, orgId }: Owner,
  state: TableState,
): Promise<void> {
  const path = commitPath(table, state.position)
  const others = await readCommit(store, path)
  await store.writeText(path, textOf({ ...others, [orgId]: state }))
}

/** Removes a workspace from all commits after a position. The latest one goes last, because it counts until then. */
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

/** Removes a workspace from all commits that added none of its current files, except the last. */
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
  const workspaces = await findInCommit(store, path)
  if (workspaces !== undefined) return workspaces
  throw new UnusablePlaceError(
    `${path} is damaged or was written by something else; run \`./signalpost warehouse verify --repair\` to remove it, or choose another location`,
  )
}

/** Undefined if it cannot be read, or is that of another position: under a greater name, it would hide all later ones. */
async function findInCommit(store: FileStore, path: string): Promise<Workspaces | undefined> {
  const text = await store.readText(path)
  if (text === undefined) return {}
  const parsed = commit.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { workspaces } = parsed.data
  const isNamedFor = ({ position: of }: TableState) => path.endsWith(`/${padPosition(of)}.json`)
  return Object.values(workspaces).every(isNamedFor) ? workspaces : undefined
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
