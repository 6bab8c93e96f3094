const insufficientPrivilege = '42501'

/** Does without what the account may not do. */
export async function ifAllowed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === insufficientPrivilege)) throw cause
  }
}
