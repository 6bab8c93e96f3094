import { UnusablePlaceError } from '../unusable-place-error.ts'

/**
 * Does what needs rights. Where `findGrant` knows what grants a missing one, throws UnusablePlaceError with that statement.
 */
export async function sayGrant<Result>(
  work: () => Promise<Result>,
  findGrant: (cause: Error) => string | undefined | Promise<string | undefined>,
): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const grant = cause instanceof Error ? await findGrant(cause) : undefined
    if (grant === undefined || !(cause instanceof Error)) throw cause
    throw new UnusablePlaceError(`${cause.message.trimEnd().replace(/\.$/, '')}. Run: ${grant}`, { cause })
  }
}
