/** Whether an id has the form of ours, such as `usr_…`, which means nothing to readers. Those of other senders may be names. */
export function isOwnId(id: string): boolean {
  return /^[a-z]{3}_/.test(id)
}

/** Whether a user is an API key that acts for no person: its id is `usr_` and the 16 letters and digits of the key. */
export function isKeyUser(id: string): boolean {
  return /^usr_[0-9A-Za-z]{16}$/.test(id)
}
