import { getAccountRead, listAccountsRead } from './read-accounts.ts'

export { readAccounts } from './read-accounts.ts'

export const accountOperations = [listAccountsRead, getAccountRead] as const
