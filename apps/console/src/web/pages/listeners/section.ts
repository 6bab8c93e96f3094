import { page, type Section } from '../../section.ts'

export const listeners: Section = {
  ...{ title: 'Listeners', path: 'listeners', icon: 'listeners', key: 'i', group: 'Leads' },
  pages: {
    '': page(() => import('./listeners.tsx'), 'ListenersPage'),
    new: page(() => import('./new/listener-new.tsx'), 'NewListenerPage'),
    platforms: page(() => import('./platforms.tsx'), 'PlatformsPage'),
    $id: page(() => import('./listener.tsx'), 'ListenerPage'),
    '$id/edit': page(() => import('./listener-edit.tsx'), 'EditListenerPage'),
  },
}
