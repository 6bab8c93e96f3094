/** An event that the demo sends. A second run sends the same ones again. */
export type DemoEvent = { id: string; type: string; occurredAt: string; orgId: string; data: object }
