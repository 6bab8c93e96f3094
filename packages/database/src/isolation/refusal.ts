/** Returns the code with which `work` is refused, or throws if it is not. */
export async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => Promise.reject(new Error('The query was not refused.')),
    (error: unknown) => (error as { code?: string }).code,
  )
}
