import { page, type Section } from '../../section.ts'

export const inbox: Section = {
  ...{ title: 'Inbox', path: 'inbox', icon: 'inbox', key: 'f', group: 'Leads' },
  pages: { '': page(() => import('./inbox.tsx'), 'InboxPage') },
}
