/** Whether an id has the form of ours, such as `usr_…`, which means nothing to readers. Those of other senders may be names. */
export function isOwnId(id: string): boolean {
  return /^[a-z]{3}_/.test(id)
}

/** Whether an API key that acts for no person is meant: its id as a user is made of its own, which has 16 letters and digits. */
export function isKeyUser(id: string): boolean {
  return /^usr_[0-9A-Za-z]{16}$/.test(id)
}
