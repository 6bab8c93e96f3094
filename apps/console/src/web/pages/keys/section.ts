import { page, type Section } from '../../section.ts'

export const keys: Section = {
  ...{ title: 'API keys', path: 'keys', icon: 'keys', key: 'k', group: 'Workspace' },
  pages: {
    '': page(() => import('./keys.tsx'), 'KeysPage'),
  },
}
