import type { ReactNode } from 'react'

const paths = {
  start: 'M6 21V4h11l-2 4 2 4H6',
  overview: 'M3 12h4l2-6 4 12 2-6h4',
  inbox: 'M4 5h16l2 9v5H2v-5zM2 14h6l1 3h6l1-3h6',
  signals: 'M5 19a9 9 0 0 1 9-9M5 13a15 15 0 0 1 15 0M7 17.5h.01',
  pipeline: 'M4 4h4v16H4zM10 4h4v10h-4zM16 4h4v6h-4z',
  accounts: 'M4 21V5l8-2v18M12 9l8 2v10M3 21h18M8 8v1M8 12v1M8 16v1M16 14v1M16 17v1',
  lists: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  deliveries: 'M4 7l8-4 8 4v10l-8 4-8-4zM4 7l8 4 8-4M12 11v10',
  rejections: 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6zM9 9l6 6M15 9l-6 6',
  sources: 'M4 12h10M10 7l5 5-5 5M19 4v16',
  alerts: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  channels: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  rules: 'M4 6h10M4 12h16M4 18h7M18 4v4M14 16v4',
  escalations: 'M3 20h6v-5h6v-5h6V4M18 6.5L21 3.5l2.5 3',
  silences: 'M4 9h4l5-4v14l-5-4H4zM17 9l4 6M21 9l-4 6',
  warehouses: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  listeners: 'M12 14a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3zM6 11a6 6 0 0 0 12 0M12 17v4',
  keys: 'M14 10a4 4 0 1 0-3 4l2 2h2v2h2v2h3v-3l-6-6',
  assistants: 'M5 9h14v10H5zM12 9V5M9 13v2M15 13v2M12 4h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-8 12-8 12 0M16 5a3.5 3.5 0 0 1 0 6M18 14c2 1 3 3 3 6',
  audit: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12l5 5L20 7',
  terminal: 'M5 7l5 5-5 5M12 18h7',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  external: 'M8 6H5v13h13v-3M12 4h8v8M20 4l-9 9',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
