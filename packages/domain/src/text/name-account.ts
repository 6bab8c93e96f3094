/** Names an account by its key: `example.com` for `d:example.com`. */
export function nameAccount(accountKey: string): string {
  return accountKey.replace(/^[dnp]:/, '')
}
