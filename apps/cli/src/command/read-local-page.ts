import type { Paged } from '@signalpost/administration/operations'
import { UsageError } from './usage-error.ts'

/** A page that a command asks for, and what is there. */
export type AskedPage = { limit: number; cursor: string | undefined }
export type ReadPage = {
  items: unknown[]
  nextCursor: string | undefined
  /** What the answer has beside its list. */
  beside: object
}

type Call = Parameters<Paged<never>['answerPage']>[1]

/** Reads a page at the installation. Throws what the list throws, and UsageError for a cursor of another list. */
export async function readLocalPage<Services>(
  list: Paged<Services>,
  { services, call, page: { limit, cursor } }: { services: Services; call: Call; page: AskedPage },
): Promise<ReadPage> {
  const of = JSON.stringify([list.name, list.bindingOf(Object(call.input))])
  const read = cursor === undefined ? undefined : readCursor(list, cursor)
  if (read !== undefined && read.of !== of) throw notOfThisList()
  const after = read?.after as undefined // the cast: its schema is the cursor's
  const { items, nextAfter, beside } = await list.answerPage(services, call, { limit, after })
  return { items, beside, nextCursor: nextAfter === undefined ? undefined : cursorOf(of, nextAfter) }
}

/** `of` names the list and its filters. */
function cursorOf(of: unknown, after: unknown): string {
  return Buffer.from(JSON.stringify([of, after])).toString('base64url')
}

/** Reads a cursor of any list of this kind. Throws UsageError. */
export function readCursor(
  { cursor: schema }: Pick<Paged<never>, 'cursor'>,
  text: string,
): { of: unknown; after: unknown } {
  try {
    const [of, after]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const read = { of, after: schema.parse(after) }
    if (cursorOf(of, after) === text) return read
  } catch {
    // It is refused below, as any other text.
  }
  throw notOfThisList()
}

function notOfThisList(): UsageError {
  return new UsageError('--cursor: expected the nextCursor of this list with the same filters')
}
