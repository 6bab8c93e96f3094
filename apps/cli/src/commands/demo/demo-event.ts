/** An event that the demo sends. Each run sends the same ones. */
export type DemoEvent = { id: string; type: string; occurredAt: string; orgId: string; data: object }
