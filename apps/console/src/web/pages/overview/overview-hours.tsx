import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { TimeBars } from '../../parts/data/time-bars.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { deliveryTones } from './delivery-tones.ts'

/** When it came in: bars of the last 48 hours, with the same as a table. */
export function Hours({ orgId }: { orgId: string }): ReactNode {
  const hours = useRead(
    'GET /console/api/w/{orgId}/overview/hours',
    { params: { orgId } },
    { topics: ['deliveries', 'rejections'] },
  )
  return (
    <section className="card" aria-labelledby="hours">
      <h2 id="hours">By hour</h2>
      <Answer of={hours} what="the hours">
        {({ items }) => (
          <div className="hours">
            <TimeBars
              unit="hour"
              title="Deliveries accepted in the last 48 hours"
              bars={items.map((hour) => ({
                at: hour.at,
                parts: deliveryTones.map(([name, tone]) => ({ name, tone, count: hour[name] })),
              }))}
            />
            {items.some(({ refused }) => refused > 0) && (
              <TimeBars
                unit="hour"
                title="Requests refused"
                bars={items.map(({ at, refused }) => ({
                  at,
                  parts: [{ name: 'refused', tone: 'bad', count: refused }],
                }))}
              />
            )}
          </div>
        )}
      </Answer>
    </section>
  )
}
