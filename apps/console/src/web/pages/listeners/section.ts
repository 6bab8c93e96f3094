import { page, type Section } from '../../section.ts'

export const listeners: Section = {
  ...{ title: 'Listeners', path: 'listeners', icon: 'listeners', key: 'i', group: 'Leads' },
  pages: {
    '': page(() => import('./listeners.tsx'), 'ListenersPage'),
    $id: page(() => import('./listener.tsx'), 'ListenerPage'),
  },
}
