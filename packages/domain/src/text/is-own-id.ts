/** Whether an id has the form of ours, such as `usr_…`, which means nothing to readers. Those of other senders may be names. */
export function isOwnId(id: string): boolean {
  return /^[a-z]{3}_/.test(id)
}
