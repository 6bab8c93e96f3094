import { page, type Section } from '../../section.ts'

export const accounts: Section = {
  ...{ title: 'Accounts', path: 'accounts', icon: 'accounts', key: 'b', group: 'Leads' },
  pages: {
    '': page(() => import('./accounts.tsx'), 'AccountsPage'),
    $id: page(() => import('./account.tsx'), 'AccountPage'),
  },
}
