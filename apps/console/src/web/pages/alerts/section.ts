import { page, type Section } from '../../section.ts'

export const alerts: Section = {
  ...{ title: 'Alerts', path: 'alerts', icon: 'alerts', key: 'a', group: 'Outgoing' },
  pages: {
    '': page(() => import('./alerts.tsx'), 'AlertsPage'),
    messages: page(() => import('./messages.tsx'), 'MessagesPage'),
    'messages/$id': page(() => import('./message.tsx'), 'MessagePage'),
  },
}
